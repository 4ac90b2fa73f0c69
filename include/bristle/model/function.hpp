#pragma once
// A scalar function of one variable: a constant, an expression, a table or a callable of the user's.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace bristle {

/// The straight line that fits a function best over a step, by its two end values.
struct LinearFit {
  double start = 0.0;
  double end = 0.0;
};

/// Copies of an expression share one evaluator: models that run in different threads need expressions of their own.
class Function {
 public:
  enum class Interpolation { linear, cubic };

  Function(double constant = 0.0) : form_(constant) {}  // NOLINT: a number is a function

  /// An expression of `variable` in muParser's language, with `pi` and what `constants` names: "0.5*(1 - cos(pi*t))",
  /// "t < 1 ? t : 1".
  using Constants = std::map<std::string, double>;
  static Function expression(const std::string& text, const std::string& variable = "t",
                             const Constants& constants = {});

  /// A table with rising abscissae, held constant beyond its ends.
  static Function table(std::vector<double> x, std::vector<double> y, Interpolation how = Interpolation::linear);

  /// A callable, with its derivative where that is known (otherwise differences are used).
  static Function callable(std::function<double(double)> value, std::function<double(double)> rate = {});

  double operator()(double x) const;

  /// The derivative; where the function has a kink, that of the given side. Expressions, and callables without a rate,
  /// are differentiated by extrapolated differences, good to some eleven digits.
  enum class Side { before, after };
  double rate(double x, Side side) const;

  /// The least-squares line over [start, end], by three Gauss points.
  LinearFit fit(double start, double end) const;

  /// The mean value over [start, end], by five Gauss points (the ends may coincide or be in either order).
  double mean(double start, double end) const;

 private:
  struct Expression;
  struct Table {
    std::vector<double> x, y, slope;  // slope: empty for linear interpolation
  };
  struct Callable {
    std::function<double(double)> value, rate;
  };
  using ExpressionPtr = std::shared_ptr<const Expression>;

  static double table_value(const Table& table, double x);
  static double table_rate(const Table& table, double x, Side side);

  std::variant<double, ExpressionPtr, Table, Callable> form_;
};

}  // namespace bristle
