#include "bristle/model/function.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bristle/error.hpp"
#include "bristle/math/quadrature.hpp"

namespace bristle {

struct Function::Expression {
  Expression(const std::string& text, const std::string& variable) {
    try {
      parser.DefineConst("pi", std::numbers::pi);
      parser.DefineVar(variable, &argument);
      parser.SetExpr(text);
      parser.Eval();
    } catch (const mu::Parser::exception_type& error) {
      throw ModelError(fmt::format("the expression '{}' of {} cannot be read: {}", text, variable, error.GetMsg()));
    }
  }

  double operator()(double x) const {
    argument = x;
    return parser.Eval();
  }

  mutable mu::Parser parser;
  mutable double argument = 0.0;
};

Function Function::expression(const std::string& text, const std::string& variable) {
  Function f;
  f.form_ = std::make_shared<const Expression>(text, variable);
  return f;
}

Function Function::table(std::vector<double> x, std::vector<double> y, Interpolation how) {
  if (x.size() != y.size() || x.size() < 2)
    throw ModelError(fmt::format("a table needs two or more points and as many values as abscissae; it has {} and {}",
                                 x.size(), y.size()));
  for (std::size_t k = 1; k < x.size(); ++k)
    if (!(x[k] > x[k - 1]))
      throw ModelError(
          fmt::format("the abscissae of a table must rise; entry {} is {} after {}", k + 1, x[k], x[k - 1]));
  Table table{std::move(x), std::move(y), {}};
  if (how == Interpolation::cubic) {
    const std::size_t n = table.x.size();
    const auto secant = [&](std::size_t k) { return (table.y[k + 1] - table.y[k]) / (table.x[k + 1] - table.x[k]); };
    table.slope.resize(n);
    for (std::size_t k = 1; k + 1 < n; ++k) {  // the parabola through three neighbours
      const double left = table.x[k] - table.x[k - 1];
      const double right = table.x[k + 1] - table.x[k];
      table.slope[k] = (secant(k - 1) * right + secant(k) * left) / (left + right);
    }
    table.slope.front() = n > 2 ? 2.0 * secant(0) - table.slope[1] : secant(0);
    table.slope.back() = n > 2 ? 2.0 * secant(n - 2) - table.slope[n - 2] : secant(0);
  }
  Function f;
  f.form_ = std::move(table);
  return f;
}

Function Function::callable(std::function<double(double)> value, std::function<double(double)> rate) {
  if (!value) throw ModelError("a callable function needs a value");
  Function f;
  f.form_ = Callable{std::move(value), std::move(rate)};
  return f;
}

double Function::table_value(const Table& table, double x, bool derivative) const {
  if (x <= table.x.front()) return derivative ? 0.0 : table.y.front();
  if (x >= table.x.back()) return derivative ? 0.0 : table.y.back();
  const auto k = static_cast<std::size_t>(std::upper_bound(table.x.begin(), table.x.end(), x) - table.x.begin()) - 1;
  const double width = table.x[k + 1] - table.x[k];
  const double rise = table.y[k + 1] - table.y[k];
  const double s = (x - table.x[k]) / width;
  if (table.slope.empty()) return derivative ? rise / width : table.y[k] + s * rise;
  const double m0 = table.slope[k] * width;  // cubic Hermite
  const double m1 = table.slope[k + 1] * width;
  if (derivative) return (m0 + s * (6.0 * rise - 4.0 * m0 - 2.0 * m1 + s * (3.0 * (m0 + m1) - 6.0 * rise))) / width;
  return table.y[k] + s * (m0 + s * (3.0 * rise - 2.0 * m0 - m1 + s * (m0 + m1 - 2.0 * rise)));
}

double Function::operator()(double x) const {
  if (const auto* constant = std::get_if<double>(&form_)) return *constant;
  if (const auto* expression = std::get_if<ExpressionPtr>(&form_)) return (**expression)(x);
  if (const auto* table = std::get_if<Table>(&form_)) return table_value(*table, x, false);
  return std::get<Callable>(form_).value(x);
}

double Function::rate(double x, double scale) const {
  if (std::holds_alternative<double>(form_)) return 0.0;
  if (const auto* table = std::get_if<Table>(&form_)) return table_value(*table, x, true);
  if (const auto* callable = std::get_if<Callable>(&form_))
    if (callable->rate) return callable->rate(x);
  // Fourth-order one-sided differences: with h a hundredth of the scale truncation stays near 1e-9, round-off near
  // 1e-13.
  const double h = 0.01 * scale;
  const Function& f = *this;
  return (-25.0 * f(x) + 48.0 * f(x + h) - 36.0 * f(x + 2.0 * h) + 16.0 * f(x + 3.0 * h) - 3.0 * f(x + 4.0 * h)) /
         (12.0 * h);
}

LinearFit Function::fit(double start, double end) const {
  if (const auto* constant = std::get_if<double>(&form_)) return {*constant, *constant};
  double mean = 0.0;
  double moment = 0.0;  // ∫ ξ f dξ over [-1, 1]
  for (const auto& p : gauss(3)) {
    const double value = (*this)(0.5 * (start + end) + 0.5 * p.at * (end - start));
    mean += 0.5 * p.weight * value;
    moment += p.weight * p.at * value;
  }
  return {mean - 1.5 * moment, mean + 1.5 * moment};
}

double Function::mean(double start, double end) const {
  if (const auto* constant = std::get_if<double>(&form_)) return *constant;
  double mean = 0.0;
  for (const auto& p : gauss(5)) mean += 0.5 * p.weight * (*this)(0.5 * (start + end) + 0.5 * p.at * (end - start));
  return mean;
}

}  // namespace bristle
