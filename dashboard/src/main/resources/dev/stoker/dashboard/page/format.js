// How figures and times are written.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

export const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

export const percent = (share, digits = 2) => (isNumber(share) ? `${(100 * share).toFixed(digits)} %` : '');

export function figure(value) {
  if (!isNumber(value)) return '';
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return whole.format(value);
  return Math.abs(value) >= 0.001 || value === 0 ? String(Number(value.toPrecision(4))) : value.toExponential(2);
}

/** Of the metric of a run: percent of a share, or an error in units of the data. */
export const metricText = (run, value, digits = 2) => (isShare(run) ? percent(value, digits) : figure(value));

export const isShare = (run) => run?.metric_field !== 'rmse';

export function bytes(value) {
  let power = 0;
  while (Math.abs(value) >= 1024 && power < units.length - 1) {
    value /= 1024;
    power++;
  }
  return `${value >= 100 || power === 0 ? value.toFixed(0) : value.toPrecision(3)} ${units[power]}`;
}

export function duration(seconds) {
  if (!isNumber(seconds)) return '';
  if (seconds < 60) return `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Of a time without a zone, which is that of the machine that wrote it. */
export function when(text) {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text ?? '');
  if (!match) return '';
  const [, year, month, day, hour, minute] = match;
  const today = new Date();
  const date = new Date(year, month - 1, day, hour, minute);
  if (date.toDateString() === today.toDateString()) return `today ${hour}:${minute}`;
  const name = date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
  return date.getFullYear() === today.getFullYear() ? `${name}, ${hour}:${minute}` : `${name} ${year}`;
}
