#include "bristle/model/function.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "bristle/error.hpp"
#include "bristle/math/quadrature.hpp"

namespace bristle {

struct Function::Expression {
  Expression(const std::string& text, const std::string& variable, const Constants& constants) {
    try {
      if (!constants.contains("pi")) parser.DefineConst("pi", std::numbers::pi);
      for (const auto& [name, value] : constants)
        if (name != variable) parser.DefineConst(name, value);
      parser.DefineVar(variable, &argument);
      parser.SetExpr(text);
      int results = 0;
      argument = 0.5;
      parser.Eval(results);
      if (results != 1) throw ModelError(fmt::format("the expression '{}' has {} values, not one", text, results));
      if (argument != 0.5)
        throw ModelError(fmt::format("the expression '{}' changes {}: compare with ==, not =", text, variable));
    } catch (const mu::Parser::exception_type& error) {
      throw ModelError(fmt::format("the expression '{}' of {} cannot be read ({}); its only variable is {}", text,
                                   variable, error.GetMsg(), variable));
    }
  }

  double operator()(double x) const {
    argument = x;
    return parser.Eval();
  }

  mutable mu::Parser parser;
  mutable double argument = 0.0;
};

Function Function::expression(const std::string& text, const std::string& variable, const Constants& constants) {
  Function f;
  f.form_ = std::make_shared<const Expression>(text, variable, constants);
  return f;
}

Function Function::table(std::vector<double> x, std::vector<double> y, Interpolation how) {
  if (x.size() != y.size() || x.size() < 2)
    throw ModelError(fmt::format("a table needs two or more points and as many values as abscissae; it has {} and {}",
                                 x.size(), y.size()));
  for (const double value : y)
    if (!std::isfinite(value)) throw ModelError(fmt::format("a table has the value {}", value));
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

double Function::table_value(const Table& table, double x) {
  if (x <= table.x.front()) return table.y.front();
  if (x >= table.x.back()) return table.y.back();
  const auto k = static_cast<std::size_t>(std::upper_bound(table.x.begin(), table.x.end(), x) - table.x.begin()) - 1;
  const double width = table.x[k + 1] - table.x[k];
  const double rise = table.y[k + 1] - table.y[k];
  const double s = (x - table.x[k]) / width;
  if (table.slope.empty()) return table.y[k] + s * rise;
  const double m0 = table.slope[k] * width;  // cubic Hermite
  const double m1 = table.slope[k + 1] * width;
  return table.y[k] + s * (m0 + s * (3.0 * rise - 2.0 * m0 - m1 + s * (m0 + m1 - 2.0 * rise)));
}

double Function::table_rate(const Table& table, double x, Side side) {
  // The interval that lies on the given side; beyond the ends the table is constant.
  const auto above = side == Side::after ? std::upper_bound(table.x.begin(), table.x.end(), x)
                                         : std::lower_bound(table.x.begin(), table.x.end(), x);
  if (above == table.x.begin() || above == table.x.end()) return 0.0;
  const auto k = static_cast<std::size_t>(above - table.x.begin()) - 1;
  const double width = table.x[k + 1] - table.x[k];
  const double rise = table.y[k + 1] - table.y[k];
  const double s = (x - table.x[k]) / width;
  if (table.slope.empty()) return rise / width;
  const double m0 = table.slope[k] * width;
  const double m1 = table.slope[k + 1] * width;
  return (m0 + s * (6.0 * rise - 4.0 * m0 - 2.0 * m1 + s * (3.0 * (m0 + m1) - 6.0 * rise))) / width;
}

namespace {

struct Estimate {
  double value;
  double error;
};

/// Richardson extrapolation of difference quotients over ever smaller distances, from a hundredth of x down to where
/// round-off takes over; the entry that agrees best with its neighbours, round-off of `noise` counted in, wins. `power`
/// is the step in the error series: 1 for one-sided quotients, 2 for central ones. Works for motions over hours and
/// over microseconds alike.
template <class Quotient>
Estimate extrapolated(double x, int power, double noise, const Quotient& quotient) {
  constexpr int levels = 26;
  constexpr int columns = 8;
  std::array<double, columns> row{}, last{};
  Estimate best{0.0, std::numeric_limits<double>::infinity()};
  double h = 0.00937 * std::max(1.0, std::abs(x));  // not a round number: periods often are
  for (int k = 0; k < levels; ++k, h *= 0.5) {
    row[0] = quotient(h);
    double factor = 1.0;
    for (int m = 1; m < columns && m <= k; ++m) {
      factor *= power == 1 ? 2.0 : 4.0;
      row[m] = row[m - 1] + (row[m - 1] - last[m - 1]) / (factor - 1.0);
      const double error = std::max(std::abs(row[m] - row[m - 1]), std::abs(row[m] - last[m - 1])) + noise / h;
      if (error < best.error) best = {row[m], error};
    }
    last = row;
  }
  return best;
}

}  // namespace

double Function::operator()(double x) const {
  if (const auto* constant = std::get_if<double>(&form_)) return *constant;
  if (const auto* expression = std::get_if<ExpressionPtr>(&form_)) return (**expression)(x);
  if (const auto* table = std::get_if<Table>(&form_)) return table_value(*table, x);
  return std::get<Callable>(form_).value(x);
}

double Function::rate(double x, Side side) const {
  if (std::holds_alternative<double>(form_)) return 0.0;
  if (const auto* table = std::get_if<Table>(&form_)) return table_rate(*table, x, side);
  if (const auto* callable = std::get_if<Callable>(&form_))
    if (callable->rate) return callable->rate(x);
  const Function& f = *this;
  const double here = f(x);
  const double sign = side == Side::after ? 1.0 : -1.0;
  // Parts of an expression may be of order one where its value is small, as in 1 − cos t.
  const double noise = 2.0 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(here));
  const Estimate one_sided = extrapolated(x, 1, noise, [&](double h) {
    const double there = x + sign * h;
    return (f(there) - here) / (there - x);
  });
  const Estimate central =
      extrapolated(x, 2, noise, [&](double h) { return (f(x + h) - f(x - h)) / ((x + h) - (x - h)); });
  // Where there is no kink both agree, and the central one is the better.
  const double tolerance = 1e-6 * (std::abs(one_sided.value) + std::abs(central.value)) + 10.0 * one_sided.error;
  return std::abs(central.value - one_sided.value) <= tolerance ? central.value : one_sided.value;
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
