// The page of one run, or of several over each other.

import { ask } from './api.js';
import { byId, css, h, throttled } from './dom.js';
import { duration, figure, isNumber, isShare, metricText, when } from './format.js';
import { colorOf, dashOf, nameOf, state } from './state.js';
import { chartIn, disposeIn, drawLines, smoothed } from './charts.js';
import { breakdown, environment, epochTable, files, notes, verdict } from './details.js';
import { plans } from './plans.js';
import { timeline } from './timeline.js';

const settings = { x: 'step', smoothing: 0, log: false };
const asPercent = (value) => `${Number((100 * value).toPrecision(4))} %`;

const panels = [
  { key: 'loss', title: 'Loss', lines: [['loss.train', 'training', 'faint'], ['loss.validation', 'validation', 'main']], canLog: true },
  { key: 'metric', title: 'Accuracy', lines: [['metric.train', 'training', 'faint'], ['metric.validation', 'validation', 'main']], text: metricAxis },
  { key: 'lr', title: 'Learning rate', lines: [['lr', '', 'main']] },
  { key: 'speed', title: 'Images per second', lines: [['images_per_second', '', 'main']], min: 0 },
];

/** Errors of regression and shares have no unit in common, so one of the former makes it plain numbers. */
function metricAxis(value) {
  return ids.every((id) => isShare(state.runs.get(id))) ? asPercent(value) : figure(value);
}

let ids = [];
let actions = null;
let redraw = () => {};
let refetch = () => {};
let detailsText = '';
let belowDrawn = '';

export function showCurves(main, runs, pageActions) {
  ids = runs;
  actions = pageActions;
  detailsText = '';
  belowDrawn = '';
  redraw = throttled(() => drawAll().catch(unable), 80);
  refetch = throttled(fetchDetails, 1000);
  if (ids.length === 0) {
    main.replaceChildren(h('p', { class: 'empty' }, 'Choose runs in the ', h('a', { href: '#/' }, 'list'), ' to see their curves.'));
    return;
  }
  main.replaceChildren(h('div', { id: 'head' }), h('div', { id: 'notes' }), toolbar(),
    h('div', { class: 'grid' }, panels.map((panel) => h('section', { class: 'card', 'aria-labelledby': `title-${panel.key}` },
      h('h2', { id: `title-${panel.key}` }, panel.title, panel.lines.length > 1 ? h('span', { class: 'key' }, 'bold validation, thin training') : null), h('div', { class: 'chart', id: `chart-${panel.key}`, role: 'img', 'aria-label': panel.title })))),
    h('div', { id: 'below' }));
  drawHead();
  redraw();
  fetchDetails();
}

function unable(failure) {
  const text = String(failure?.message ?? failure);
  byId('notes')?.replaceChildren(h('section', { class: 'card notes', role: 'alert' }, `The curves cannot be drawn: ${text}`));
}

export function leaveCurves() {
  redraw = () => {};
  document.querySelectorAll('.chart').forEach(disposeIn);
  ids = [];
}

function toolbar() {
  const segment = (key, title) => h('button', { type: 'button', dataset: { x: key }, 'aria-pressed': String(settings.x === key), onclick: () => byX(key) }, title);
  const smoothing = h('input', { type: 'range', id: 'smoothing', min: '0', max: '0.99', step: '0.01', 'aria-label': 'Smoothing',
    oninput: (event) => smoothBy(Number(event.target.value)) });
  smoothing.value = settings.smoothing;
  return h('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Curves' },
    h('span', { class: 'segments', role: 'group', 'aria-label': 'Horizontal axis' }, segment('step', 'Step'), segment('epoch', 'Epoch'), segment('time', 'Time')),
    h('label', { class: 'field' }, 'Smoothing', smoothing, h('output', { id: 'smoothing-value' }, settings.smoothing.toFixed(2))),
    h('label', { class: 'field' }, h('input', { type: 'checkbox', checked: settings.log, id: 'log', onchange: (event) => { settings.log = event.target.checked; redraw(); } }), 'Logarithmic loss'),
    h('span', { class: 'grow' }),
    h('span', { class: 'quiet hint' }, 'Drag to zoom, double-click to reset'));
}

function byX(key) {
  settings.x = key;
  document.querySelectorAll('.segments [data-x]').forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.x === key)));
  redraw();
}

function smoothBy(weight) {
  settings.smoothing = Math.min(Math.max(weight, 0), 0.99);
  byId('smoothing').value = settings.smoothing;
  byId('smoothing-value').textContent = settings.smoothing.toFixed(2);
  redraw();
}

export function curvesKey(key) {
  const x = { 1: 'step', 2: 'epoch', 3: 'time' }[key];
  if (x) byX(x);
  else if (key === 's' || key === 'S') smoothBy(settings.smoothing + (key === 's' ? 0.1 : -0.1));
  else if (key === 'Escape') location.hash = '#/';
  else return false;
  return true;
}

export function updateCurves() {
  redraw();
}

/** Cards have changed: a run that ended or finished an epoch has new details. */
export function updateRuns(change) {
  if (ids.length === 0) return;
  drawHead();
  if (change.gone.some((id) => ids.includes(id)) || change.runs.some((run) => ids.includes(run.id))) refetch();
}

async function fetchDetails() {
  const asked = ids;
  const answers = await Promise.all(asked.map((id) => ask('api/run', { run: id })));
  if (asked !== ids) return;
  detailsText = JSON.stringify(answers);
  answers.forEach((answer, index) => state.details.set(asked[index], answer));
  drawHead();
  redraw();
}

/** Metrics of different tasks share a chart where such runs are chosen together. */
function titleOfMetric() {
  const names = [...new Set(ids.map((id) => state.runs.get(id)?.metric).filter(Boolean))];
  return names.map((name) => (name === 'accuracy' ? 'Accuracy' : name)).join(', ') || 'Accuracy';
}

function drawHead() {
  const head = byId('head');
  if (!head) return;
  byId('title-metric').firstChild.textContent = titleOfMetric();
  if (ids.length === 1) {
    const run = state.runs.get(ids[0]);
    head.replaceChildren(
      h('div', { class: 'head' }, h('h1', {}, nameOf(ids[0])),
        run ? h('span', { class: 'state', dataset: { state: run.state } }, run.state || 'reading') : h('span', { class: 'quiet' }, state.listed ? 'gone' : ''),
        h('span', { class: 'quiet' }, [run?.model, run?.data, when(run?.started)].filter(Boolean).join(' · ')),
        h('span', { class: 'grow' }), h('a', { class: 'button', href: '#/' }, 'Compare with others')),
      figures(run));
    return;
  }
  head.replaceChildren(h('h1', { class: 'hidden-text' }, `${ids.length} runs`),
    h('ul', { class: 'chips', 'aria-label': 'Runs shown' }, ids.map((id, index) => h('li', { class: 'chip' },
      h('span', { class: 'swatch', style: { background: colorOf(index) }, 'aria-hidden': 'true' }),
      h('a', { href: actions.link([id]) }, nameOf(id)),
      h('span', { class: 'quiet' }, metricText(state.runs.get(id), state.runs.get(id)?.best_metric, 1) || (state.runs.has(id) || !state.listed ? '' : 'gone')),
      h('button', { type: 'button', 'aria-label': `Leave out ${nameOf(id)}`, onclick: () => actions.remove(id) }, '×')))));
}

function figures(run) {
  if (!run || run.epochs === undefined) return '';
  const all = [[`Best ${run.metric}`, metricText(run, run.best_metric)], [`Test ${run.metric}`, metricText(run, run.test_metric)], ['Lowest loss', figure(run.loss)],
    ['Images per second', figure(run.images_per_second && Math.round(run.images_per_second))],
    ['Epochs', run.planned_epochs ? `${run.epochs} of ${run.planned_epochs}` : String(run.epochs)], ['Steps', figure(run.step)], ['Trained for', duration(run.seconds)]];
  return h('dl', { class: 'figures' }, all.filter(([, text]) => text).map(([title, text]) => h('div', { class: 'figure' }, h('dt', {}, title), h('dd', {}, text))));
}

/** Where a point is drawn: its step, its epoch (between the ends of epochs), or its time. */
function positions(id) {
  if (settings.x === 'time') return (series, i) => series.time[i];
  if (settings.x === 'step') return (series, i) => series.step[i];
  const ends = (state.details.get(id)?.epochs ?? []).filter((line) => isNumber(line.step) && isNumber(line.epoch)).map((line) => [line.step, line.epoch]);
  if (ends.length === 0) return () => null;
  return (series, i) => epochAt(ends, series.step[i]);
}

function epochAt(ends, step) {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle][0] < step) low = middle + 1;
    else high = middle;
  }
  const [endStep, endEpoch] = ends[low];
  const [startStep, startEpoch] = low > 0 ? ends[low - 1] : [0, endEpoch - 1];
  return endStep === startStep ? endEpoch : startEpoch + ((step - startStep) * (endEpoch - startEpoch)) / (endStep - startStep);
}

function pointsOf(id, name) {
  const series = state.curves.get(id)?.series[name];
  if (!series) return [];
  const x = positions(id);
  const points = [];
  for (let i = 0; i < series.value.length; i++) {
    const at = x(series, i);
    if (isNumber(at) && isNumber(series.value[i])) points.push([at, series.value[i]]);
  }
  return points;
}

function linesOf(panel) {
  const lines = [];
  ids.forEach((id, index) => {
    const color = colorOf(index);
    const dash = dashOf(index);
    const label = (part) => (ids.length === 1 ? part || panel.title.toLowerCase() : part ? `${nameOf(id)}, ${part}` : nameOf(id));
    const hasMain = panel.lines.some(([name, , role]) => role === 'main' && pointsOf(id, name).length > 1);
    for (const [name, part, role] of panel.lines) {
      let points = pointsOf(id, name);
      if (points.length === 0) continue;
      if (settings.log && panel.canLog) points = points.filter(([, y]) => y > 0);
      const isStep = role === 'faint' || panel.lines.length === 1;
      const faint = role === 'faint' && hasMain && settings.smoothing === 0;
      if (isStep && settings.smoothing > 0 && ids.length === 1) lines.push({ name: label(part), points, color: role === 'faint' && hasMain ? colorOf(1) : color, faint: true, hint: true });
      lines.push({ name: label(part), points: isStep ? smoothed(points, settings.smoothing) : points, color: role === 'faint' && ids.length === 1 && hasMain ? colorOf(1) : color, dash,
        faint, opacity: ids.length === 1 ? 0.8 : 0.45, marked: !isStep });
    }
  });
  return lines;
}

const xTitles = { step: 'step', epoch: 'epoch', time: 'time' };

/** Charts that nobody sees are drawn when they are scrolled to. */
function isNear(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -200 && top < innerHeight + 200;
}

addEventListener('scroll', () => redraw(), { passive: true });

async function drawAll() {
  const drawn = ids;
  drawBelow();
  for (const panel of panels) {
    const element = byId(`chart-${panel.key}`);
    if (!element) return;
    if (!isNear(element)) continue;
    const lines = linesOf(panel);
    element.setAttribute('aria-label', described(panel, lines));
    if (lines.length === 0) {
      disposeIn(element);
      element.replaceChildren(h('p', { class: 'empty' }, empty()));
      continue;
    }
    if (element.firstElementChild?.matches('p')) element.replaceChildren();
    const chart = await chartIn(element, 'curves');
    if (drawn !== ids) return;
    drawLines(chart, lines, { xTitle: xTitles[settings.x], xText: settings.x === 'time' ? duration : figure, yText: panel.text ?? figure, log: settings.log && panel.canLog, min: panel.min });
  }
  await drawShares();
  await drawUtilization();
}

function empty() {
  if (ids.every((id) => state.curves.has(id)) && settings.x === 'epoch') return 'No epoch is complete yet: draw by step.';
  if (ids.some((id) => state.details.get(id)?.problem)) return 'Nothing to draw.';
  return ids.some((id) => state.details.has(id)) ? 'Nothing was logged yet.' : 'Reading…';
}

function described(panel, lines) {
  const best = lines.filter((line) => !line.hint).map((line) => `${line.name} ${(panel.text ?? figure)(line.points.at(-1)[1])}`);
  return `${panel.title} by ${settings.x}; last values: ${best.join(', ') || 'none'}`;
}

function drawBelow() {
  const below = byId('below');
  const key = `${detailsText}${hasShares()}${utilizationUnits()}`;
  if (!below || detailsText === '' || key === belowDrawn) return; // what is as it was keeps its focus and what is open
  belowDrawn = key;
  const details = ids.map((id) => state.details.get(id) ?? {});
  byId('notes').replaceChildren(...notes(ids, details));
  const open = [...below.querySelectorAll('details[open]')].map((each) => each.id);
  below.querySelectorAll('.chart').forEach(disposeIn);
  below.replaceChildren(...[
    verdict(ids, details), breakdown(ids, details), ids.length === 1 ? sharesCard() : null, utilizationCard(), ids.length === 1 ? timeline(ids[0], details[0]) : null,
    ids.length === 1 ? epochTable(details[0], state.runs.get(ids[0])) : null, plans(ids, details, redrawPlans), ids.length === 1 ? environment(details[0]) : null, files(ids, details)].filter(Boolean));
  open.forEach((id) => byId(id)?.setAttribute('open', ''));
}

const redrawPlans = () => {
  const details = ids.map((id) => state.details.get(id) ?? {});
  byId('plans')?.replaceWith(plans(ids, details, redrawPlans));
};

const shareNames = ['input', 'copy', 'compute', 'communication', 'evaluation', 'checkpoint', 'other'];

const hasShares = () => shareNames.some((name) => (state.curves.get(ids[0])?.series[`share.${name}`]?.value.length ?? 0) > 1);

function sharesCard() {
  return hasShares()
    ? h('section', { class: 'card', 'aria-labelledby': 'title-shares' }, h('h2', { id: 'title-shares' }, 'Time breakdown over the run'),
      h('div', { class: 'chart', id: 'chart-shares', role: 'img', 'aria-label': 'Shares of the time over the run' })) : null;
}

async function drawShares() {
  const element = byId('chart-shares');
  if (!element || !isNear(element)) return;
  const drawn = ids;
  const sums = new Map();
  const lines = shareNames.map((name) => ({ name, color: css(`--${name}`), points: pointsOf(ids[0], `share.${name}`).map(([x, share]) => {
    sums.set(x, (sums.get(x) ?? 0) + share);
    return [x, sums.get(x), share];
  }) })).filter((line) => line.points.some(([, , share]) => share > 0)).reverse(); // the lowest is drawn last
  const chart = await chartIn(element, 'curves');
  if (drawn === ids && lines.length > 0) {
    drawLines(chart, lines, { xTitle: xTitles[settings.x], xText: settings.x === 'time' ? duration : figure, yText: asPercent, min: 0, max: 1, stack: true });
  }
}

const rates = [[/_bytes_per_second$/, 'bytes per second'], [/_bytes$/, 'bytes'], [/(utilization|_share|_percent)$/, 'share'], [/_cores$/, 'cores'], [/_watts$/, 'watts'], [/_celsius$/, '°C'], [/_mhz$/, 'MHz']];
const unitOf = (name) => rates.find(([pattern]) => pattern.test(name))?.[1];
const unitTitles = { share: 'GPU utilization', cores: 'Processor cores in use', bytes: 'Memory', 'bytes per second': 'Throughput of disks and buses', watts: 'Power', '°C': 'Temperature', MHz: 'Clocks' };
const unitOrder = Object.keys(unitTitles);

function utilizationUnits() {
  const names = new Set(ids.flatMap((id) => Object.entries(state.curves.get(id)?.series ?? {}).filter(([name, series]) => name.startsWith('utilization.') && series.value.length > 1).map(([name]) => unitOf(name))));
  return unitOrder.filter((unit) => names.has(unit));
}

function utilizationCard() {
  const units = utilizationUnits();
  return units.length === 0 ? null : h('section', { class: 'card', 'aria-labelledby': 'title-utilization' }, h('h2', { id: 'title-utilization' }, 'Utilization'),
    h('div', { class: 'grid' }, units.map((unit) => h('div', {}, h('p', { class: 'quiet', style: { margin: '0' } }, unitTitles[unit]),
      h('div', { class: 'chart', dataset: { unit }, role: 'img', 'aria-label': unitTitles[unit] }), h('ul', { class: 'legend' })))));
}

const unitText = { share: asPercent, bytes: (value) => bytesText(value), 'bytes per second': (value) => `${bytesText(value)}/s` };
function bytesText(value) {
  const power = value >= 2 ** 30 ? [2 ** 30, 'GiB'] : value >= 2 ** 20 ? [2 ** 20, 'MiB'] : [2 ** 10, 'KiB'];
  return `${Number((value / power[0]).toPrecision(3))} ${power[1]}`;
}

async function drawUtilization() {
  const drawn = ids;
  for (const element of document.querySelectorAll('.chart[data-unit]')) {
    if (!isNear(element)) continue;
    const { unit } = element.dataset;
    const lines = [];
    ids.forEach((id, index) => Object.entries(state.curves.get(id)?.series ?? {}).forEach(([name, series]) => {
      if (!name.startsWith('utilization.') || unitOf(name) !== unit) return;
      const title = name.replace('utilization.', '').replace(/_(bytes_per_second|bytes|cores|watts|celsius|mhz)$/, '').replaceAll('_', ' ');
      const points = series.value.map((value, i) => [series.time[i], value]);
      lines.push({ name: ids.length === 1 ? title : `${nameOf(id)}, ${title}`, points, color: colorOf(ids.length === 1 ? lines.length : index), dash: ids.length === 1 ? 'solid' : dashOf(10 * lines.length) });
    }));
    element.nextElementSibling.replaceChildren(...lines.map((line) => h('li', {}, h('span', { class: 'swatch', style: { background: line.color } }), line.name)));
    const chart = await chartIn(element, 'utilization');
    if (drawn !== ids) return;
    drawLines(chart, lines, { xTitle: 'time', xText: duration, yText: unitText[unit] ?? figure, min: 0, max: unit === 'share' ? 1 : undefined });
  }
}
