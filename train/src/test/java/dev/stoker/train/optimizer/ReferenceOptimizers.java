package dev.stoker.train.optimizer;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Reference implementations of the optimizers in doubles, one parameter at a time and without a library. */
final class ReferenceOptimizers {
    private ReferenceOptimizers() {}

    /** A parameter: its values, its rows if it is a matrix, and its optimizer state. */
    static final class Parameter {
        final double[] values;
        final int rows;
        final boolean matrix;
        final boolean output;
        final Map<String, double[]> memory = new HashMap<>();
        int steps;

        Parameter(double[] values, int rows, boolean matrix, boolean output) {
            this.values = values;
            this.rows = rows;
            this.matrix = matrix;
            this.output = output;
        }

        double[] memory(String name) {
            return memory.computeIfAbsent(name, _ -> new double[values.length]);
        }
    }

    /** One step of one parameter. */
    interface Rule {
        void step(Parameter parameter, double[] gradient, double rate, double decay);
    }

    static Rule of(Optimizer.Settings settings) {
        return switch (settings) {
            case Optimizer.Settings.Sgd s -> sgd(s.momentum(), s.nesterov());
            case Optimizer.Settings.Adam s -> adam(s.beta1(), s.beta2(), s.epsilon(), false);
            case Optimizer.Settings.AdamW s -> adam(s.beta1(), s.beta2(), s.epsilon(), true);
            case Optimizer.Settings.Lion s -> lion(s);
            case Optimizer.Settings.RmsProp s -> rmsProp(s);
            case Optimizer.Settings.Lars s -> lars(s);
            case Optimizer.Settings.Lamb s -> lamb(s);
            case Optimizer.Settings.Muon s -> muon(s);
            case Optimizer.Settings.Custom _ ->
                throw new IllegalArgumentException("an optimizer of a test has no reference");
            case Optimizer.Settings.Grouped s -> of(s.all());
        };
    }

    private static Rule sgd(double momentum, boolean nesterov) {
        return (p, gradient, rate, decay) -> {
            double[] v = p.memory("v");
            for (int i = 0; i < v.length; i++) {
                double g = gradient[i] + decay * p.values[i];
                v[i] = momentum * v[i] + g;
                p.values[i] -= rate * (nesterov ? g + momentum * v[i] : v[i]);
            }
        };
    }

    private static Rule adam(double beta1, double beta2, double epsilon, boolean decoupled) {
        return (p, gradient, rate, decay) -> {
            double[] m = p.memory("m");
            double[] v = p.memory("v");
            p.steps++;
            for (int i = 0; i < m.length; i++) {
                double g = gradient[i] + (decoupled ? 0 : decay * p.values[i]);
                m[i] = beta1 * m[i] + (1 - beta1) * g;
                v[i] = beta2 * v[i] + (1 - beta2) * g * g;
                double mean = m[i] / (1 - Math.pow(beta1, p.steps));
                double variance = v[i] / (1 - Math.pow(beta2, p.steps));
                double pull = decoupled ? rate * decay * p.values[i] : 0;
                p.values[i] -= pull + rate * mean / (Math.sqrt(variance) + epsilon);
            }
        };
    }

    private static Rule lion(Optimizer.Settings.Lion s) {
        return (p, gradient, rate, decay) -> {
            double[] m = p.memory("m");
            for (int i = 0; i < m.length; i++) {
                double direction = Math.signum(s.beta1() * m[i] + (1 - s.beta1()) * gradient[i]);
                p.values[i] -= rate * (direction + decay * p.values[i]);
                m[i] = s.beta2() * m[i] + (1 - s.beta2()) * gradient[i];
            }
        };
    }

    private static Rule rmsProp(Optimizer.Settings.RmsProp s) {
        return (p, gradient, rate, decay) -> {
            double[] square = p.memory("square");
            double[] buffer = p.memory("buffer");
            for (int i = 0; i < square.length; i++) {
                double g = gradient[i] + decay * p.values[i];
                square[i] = s.alpha() * square[i] + (1 - s.alpha()) * g * g;
                buffer[i] = s.momentum() * buffer[i] + g / (Math.sqrt(square[i]) + s.epsilon());
                p.values[i] -= rate * buffer[i];
            }
        };
    }

    private static Rule lars(Optimizer.Settings.Lars s) {
        return (p, gradient, rate, decay) -> {
            double own = p.matrix ? decay : 0;
            double length = length(p.values);
            double local = p.matrix ? s.trustCoefficient() * length / (length(gradient) + own * length) : 1;
            double[] v = p.memory("v");
            for (int i = 0; i < v.length; i++) {
                v[i] = s.momentum() * v[i] + rate * local * (gradient[i] + own * p.values[i]);
                p.values[i] -= v[i];
            }
        };
    }

    private static Rule lamb(Optimizer.Settings.Lamb s) {
        return (p, gradient, rate, decay) -> {
            double own = p.matrix ? decay : 0;
            double[] m = p.memory("m");
            double[] v = p.memory("v");
            var move = new double[m.length];
            p.steps++;
            for (int i = 0; i < m.length; i++) {
                m[i] = s.beta1() * m[i] + (1 - s.beta1()) * gradient[i];
                v[i] = s.beta2() * v[i] + (1 - s.beta2()) * gradient[i] * gradient[i];
                double mean = m[i] / (1 - Math.pow(s.beta1(), p.steps));
                double root = Math.sqrt(v[i] / (1 - Math.pow(s.beta2(), p.steps)));
                move[i] = mean / (root + s.epsilon()) + own * p.values[i];
            }
            double trust = p.matrix ? length(p.values) / length(move) : 1;
            Arrays.setAll(p.values, i -> p.values[i] - rate * trust * move[i]);
        };
    }

    private static Rule muon(Optimizer.Settings.Muon s) {
        double momentum = s.momentum();
        Rule rest = sgd(s.restMomentum(), true);
        return (p, gradient, rate, decay) -> {
            if (!p.matrix || p.output) {
                rest.step(p, gradient, rate, decay);
                return;
            }
            double[] v = p.memory("v");
            var slope = new double[v.length];
            for (int i = 0; i < v.length; i++) {
                v[i] = momentum * v[i] + gradient[i];
                slope[i] = gradient[i] + momentum * v[i];
            }
            int columns = v.length / p.rows;
            double[] move = orthogonal(slope, p.rows, columns, s.newtonSchulzSteps());
            double scale = Math.sqrt(Math.max(1, p.rows / (double) columns));
            Arrays.setAll(p.values, i -> p.values[i] * (1 - rate * decay) - rate * scale * move[i]);
        };
    }

    private static double[] orthogonal(double[] matrix, int rows, int columns, int rounds) {
        if (rows > columns) {
            return transposed(orthogonal(transposed(matrix, rows, columns), columns, rows, rounds), columns, rows);
        }
        double length = length(matrix);
        double[] x = each(matrix, value -> value / (length + 1e-7));
        for (int round = 0; round < rounds; round++) {
            double[] a = product(x, transposed(x, rows, columns), rows, columns, rows);
            double[] aa = product(a, a, rows, rows, rows);
            var b = new double[a.length];
            Arrays.setAll(b, i -> -4.7750 * a[i] + 2.0315 * aa[i]);
            double[] bx = product(b, x, rows, rows, columns);
            double[] before = x;
            x = new double[before.length];
            Arrays.setAll(x, i -> 3.4445 * before[i] + bx[i]);
        }
        return x;
    }

    private static double[] product(double[] left, double[] right, int rows, int inner, int columns) {
        var result = new double[rows * columns];
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                for (int i = 0; i < inner; i++) {
                    result[r * columns + c] += left[r * inner + i] * right[i * columns + c];
                }
            }
        }
        return result;
    }

    private static double[] transposed(double[] matrix, int rows, int columns) {
        var result = new double[matrix.length];
        Arrays.setAll(result, i -> matrix[i % rows * columns + i / rows]);
        return result;
    }

    private static double[] each(double[] values, DoubleUnaryOperator operator) {
        return Arrays.stream(values).map(operator).toArray();
    }

    private static double length(double[] values) {
        return Math.sqrt(Arrays.stream(values).map(value -> value * value).sum());
    }
}
