// The timeline of profiled steps: lanes of bars, and how busy each was.

import { ask } from './api.js';
import { css, h } from './dom.js';
import { percent } from './format.js';
import { axisStyle, chartIn, tooltipStyle } from './charts.js';

export function timeline(id, details) {
  if (!(details.files ?? []).includes('trace.json')) return null;
  const place = h('div', {}, h('p', { class: 'quiet' }, 'Reading the trace…'));
  load(id, place).catch((failure) => place.replaceChildren(h('p', { class: 'quiet' }, String(failure?.message ?? failure))));
  return h('section', { class: 'card', 'aria-labelledby': 'title-timeline' }, h('h2', { id: 'title-timeline' }, 'Timeline of the profiled steps'), place);
}

async function load(id, place) {
  const trace = await ask('api/trace', { run: id });
  if (trace.problem) {
    place.replaceChildren(h('p', { class: 'quiet' }, trace.problem));
    return;
  }
  const element = h('div', { class: 'chart', role: 'img', 'aria-label': trace.timeline.map((lane) => `${lane.title}: ${lane.note}`).join('; '),
    style: { height: `${70 + 30 * trace.timeline.length}px` } });
  place.replaceChildren(element,
    h('ul', { class: 'legend' }, trace.kinds.map((kind) => h('li', {}, h('span', { class: 'swatch', style: { background: kind.color } }), kind.title))),
    h('details', { id: 'lanes', style: { marginTop: '.7rem' } }, h('summary', {}, 'Lanes'), lanes(trace)));
  draw(await chartIn(element), trace);
}

function lanes(trace) {
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Lanes' }, h('table', {},
    h('thead', {}, h('tr', {}, ['Lane', 'Spans', 'Busy', 'Waiting', 'Longest'].map((title, index) => h('th', { scope: 'col', class: index > 0 && index < 4 ? 'number' : '' }, title)))),
    h('tbody', {}, trace.lanes.map((lane) => h('tr', {}, h('th', { scope: 'row' }, lane.lane), h('td', { class: 'number' }, String(lane.spans)), h('td', { class: 'number' }, percent(lane.busy, 1)),
      h('td', { class: 'number' }, percent(lane.waiting, 1)), h('td', {}, `${lane.longest}, ${lane.longest_ms.toFixed(2)} ms at ${lane.longest_at_ms.toFixed(1)} ms`))))));
}

function draw(chart, trace) {
  const bars = trace.timeline.flatMap((lane, index) => lane.bars.map((bar) => [bar[0], bar[1], index, ...bar.slice(2)]));
  chart.setOption({
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    grid: { left: 8, right: 16, top: 8, bottom: 30, containLabel: true },
    xAxis: { type: 'value', min: 0, max: trace.length, name: trace.axis, nameLocation: 'middle', nameGap: 24, ...axisStyle() },
    yAxis: { type: 'category', inverse: true, data: trace.timeline.map((lane) => lane.title), ...axisStyle(), splitLine: { show: false } },
    tooltip: { ...tooltipStyle(), formatter: (point) => String(bars[point.dataIndex][6]) },
    dataZoom: [{ type: 'inside', filterMode: 'weakFilter', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false }],
    series: [{
      type: 'custom', data: bars, encode: { x: [0, 1], y: 2 }, clip: true,
      renderItem: (params, api) => {
        const bar = bars[params.dataIndex];
        const from = api.coord([bar[0], bar[2]]);
        const to = api.coord([bar[1], bar[2]]);
        const height = Math.max(4, api.size([0, 1])[1] * 0.72 - 4 * bar[4]);
        const x = Math.max(from[0], params.coordSys.x);
        const right = Math.min(to[0], params.coordSys.x + params.coordSys.width);
        if (right < x) return null;
        return { type: 'rect', shape: { x, y: from[1] - height / 2, width: Math.max(right - x, 1), height, r: 1 }, style: { fill: trace.kinds[bar[3]]?.color ?? css('--other'), opacity: 0.25 + 0.75 * bar[5] } };
      },
    }],
  });
}
