// The page: controls change the state, the worker simulates it, and the charts show the runs so far.

import {forgetColours, MEASURES, Rows} from './charts.js';
import {budgetList, parameterControls, policyControls} from './controls.js';
import {experimentMenu} from './copy.js';
import {element} from './dom.js';
import {PhaseMap} from './map.js';
import {seconds, shown} from './numbers.js';
import {
  chartOfFigure, claimList, nameOfFigure, optionOfFigure, paperNote, paperOf, paperOptions, paperState, setupOf
} from './papers.js';
import {Simulation} from './simulation.js';
import {firstState, fragmentOf, MOST_POLICIES, readFragment, requestOf, stateOf} from './state.js';
import {ClientSweep} from './sweep.js';

// Browsers limit how often a page may set its address.
const PAUSE_MILLIS = 40;
const ADDRESS_MILLIS = 250;
const ANNOUNCE_MILLIS = 100;

const at = id => document.getElementById(id);
const wanted = new URL(location.href).searchParams.get('engine');
const simulation = new Simulation(wanted, hear);

let catalogue;
let state;
let request = 0;
let timer;
let addressTimer;
let written = location.hash;
let waiting;
let drawn = false;
let plan;
let rows;
let map;
let sweep;
let isFramed = false;
let measure = MEASURES[0].key;

function hear(data) {
  switch (data.type) {
    case 'ready':
      catalogue = data.catalogue;
      document.documentElement.dataset.engine = data.engine;
      begin();
      break;
    case 'broken':
      fail('The engine does not run in this browser. ' + data.message);
      break;
    case 'stopped':
      fail('The engine stopped. ' + data.message);
      break;
    default:
      show(data);
  }
}

function begin() {
  at('scenario').replaceChildren(...catalogue.scenarios.map(({name, summary}) =>
    element('option', {value: name, title: summary}, name)));
  at('paper').replaceChildren(...paperOptions(catalogue));
  document.body.append(budgetList());
  sweep = new ClientSweep(at('sweep'));
  map = new PhaseMap(at('map'), contender => simulation.map(contender));
  state = readFragment(location.hash, catalogue);
  listen();
  fill();
  simulate();
}

function listen() {
  at('scenario').addEventListener('change', () => {
    state = at('scenario').value === firstState(catalogue).scenario
      ? firstState(catalogue) : {...stateOf(catalogue, at('scenario').value), runs: state.runs, seed: state.seed};
    fill();
    simulate();
  });
  at('paper').addEventListener('change', () => {
    const value = at('paper').value;
    if (value !== '') {
      state = paperState(catalogue, value);
      fill();
      simulate();
    }
  });
  at('runs').addEventListener('input', () => {
    state.runs = Math.min(1000, Math.max(1, Math.round(Number(at('runs').value)) || 1));
    later();
  });
  at('runs').addEventListener('change', () => {
    at('runs').value = state.runs;
  });
  at('seed').addEventListener('input', () => {
    state.seed = at('seed').value || '1';
    later();
  });
  at('add-policy').addEventListener('click', addPolicy);
  at('reset').addEventListener('click', () => {
    state = firstState(catalogue);
    fill();
    simulate();
  });
  document.querySelector('.actions').append(experimentMenu(form => form === 'link' ? address() : rows?.forms?.[form]));
  at('settings').addEventListener('submit', event => event.preventDefault());
  addEventListener('hashchange', () => {
    clearTimeout(addressTimer);
    addressTimer = undefined;
    written = location.hash;
    if (location.hash !== fragmentOf(state, catalogue)) {
      state = readFragment(location.hash, catalogue);
      fill();
      simulate();
    }
  });
  addEventListener('resize', () => {
    rows?.resize();
    sweep.resize();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    forgetColours();
    rows?.redraw();
    sweep.redraw();
  });
  if (matchMedia('(max-width: 860px)').matches) {
    at('panel').open = false;
  }
}

// Names the publication whose experiment or figure the state is, however it has come about.
function cite() {
  const value = optionOfFigure(state.figure) || paperOf(catalogue, state);
  at('paper').value = value;
  at('paper-source').replaceChildren(...(value && paperNote(catalogue, value)));
  at('paper-source').hidden = value === '';
  at('claims').replaceChildren(...(value && claimList(catalogue, value)));
  at('claims').hidden = at('claims').children.length === 0;
}

function fill() {
  const scenario = catalogue.scenarios.find(each => each.name === state.scenario);
  at('scenario').value = scenario.name;
  at('runs').value = state.runs;
  at('seed').value = state.seed;
  const kind = catalogue.kinds.find(each => each.name === scenario.kind);
  parameterControls(at('parameters'), kind, state, (name, value) => {
    state.values[name] = value;
    changed();
  });
  fillPolicies();
  isFramed = false;
  cite();
}

// After a change, the charts are not those of a figure any more.
function changed() {
  state.figure = undefined;
  cite();
  later();
}

// Frames the chart that is the chosen figure, and moves it into sight once. The focus stays: a key in the list of
// results chooses each entry that it passes.
function frame() {
  const key = chartOfFigure(state.figure);
  for (const framed of document.querySelectorAll('.framed')) {
    framed.classList.toggle('framed', framed.dataset.figure === key);
  }
  const chart = key && document.querySelector('[data-figure=' + key + ']');
  if (chart) {
    chart.classList.add('framed');
    if (!isFramed) {
      isFramed = true;
      chart.scrollIntoView({block: 'nearest'});
    }
  }
}

function fillPolicies() {
  policyControls(at('policies'), state, () => {
    countPolicies();
    changed();
  });
  countPolicies();
}

function countPolicies() {
  at('add-policy').disabled = state.policies.length >= MOST_POLICIES;
  at('policy-count').textContent = state.policies.length + ' of at most ' + MOST_POLICIES;
}

function edit(index) {
  at('panel').open = true;
  const policy = at('policies').children[index];
  policy.open = true;
  policy.querySelector('input').focus();
}

function addPolicy() {
  const labels = state.policies.map(policy => policy.label);
  let number = 1;
  while (labels.includes('policy ' + number)) {
    number++;
  }
  state.policies.push({
    label: 'policy ' + number,
    policy: 'maxAttempts=3 within=60s backoff=exponential(100ms, x2, cap=20s, jitter=full)',
    budget: 'standard'
  });
  fillPolicies();
  edit(state.policies.length - 1);
  changed();
}

// A drag of a slider makes many changes. One is simulated at once if the last one is drawn already, else the newest
// after a pause, so that the charts follow a drag and no change waits for a simulation that is not needed any more.
function later() {
  if (drawn) {
    simulate();
  } else {
    clearTimeout(timer);
    timer = setTimeout(simulate, PAUSE_MILLIS);
  }
}

// An address that was just set otherwise, as by a link, is not replaced: its event follows.
function setAddress() {
  clearTimeout(addressTimer);
  addressTimer = undefined;
  if (location.hash === written) {
    history.replaceState(null, '', fragmentOf(state, catalogue));
    written = location.hash;
  }
}

function address() {
  setAddress();
  return location.href;
}

function simulate() {
  clearTimeout(timer);
  if (addressTimer === undefined) {
    addressTimer = setTimeout(setAddress, ADDRESS_MILLIS);
  }
  drawn = false;
  simulation.simulate(++request, requestOf(state), map.contender);
}

function show(data) {
  switch (data.type) {
    case 'prepared':
      prepared(data.plan);
      break;
    case 'failed':
      fail(data.message);
      break;
    case 'map':
      map.update(data);
      break;
    case 'sweep':
      sweep.update(data);
      frame();
      break;
    case 'claims':
      showClaims(data.values, data.done + ' of ' + plan.claimRuns + ' runs');
      break;
    case 'verdict':
      at('verdict').lastElementChild.replaceChildren(...data.sentences.map(each => element('li', {}, each)));
      at('verdict').hidden = data.sentences.length === 0;
      break;
    case 'forms':
      rows.forms = data.forms;
      break;
    default:
      progress(data);
  }
}

function prepared(next) {
  at('error').hidden = true;
  for (const field of document.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
  }
  const same = plan && rows && JSON.stringify(plan.contenders.map(each => each.label))
      === JSON.stringify(next.contenders.map(each => each.label)) && plan.kind === next.kind;
  plan = next;
  if (rows) {
    rows.forms = undefined;
  }
  if (same) {
    Object.assign(rows.plan, {capacity: undefined, fault: undefined}, next);
  } else {
    rows?.destroy();
    rows = undefined;
    at('verdict').hidden = true;
  }
  map.prepare(next);
  sweep.prepare(next);
  clearTimeout(waiting);
  waiting = setTimeout(announce, ANNOUNCE_MILLIS);
}

// What changes before the first drawing costs a frame of its own, so it waits where the drawing is soon.
function announce() {
  at('progress').value = 0;
  at('progress-text').textContent = 'Simulating about ' + shown(plan.events) + ' events …';
  at('spoken').textContent = '';
}

function showMean() {
  const mean = document.querySelector('#parameters .mean');
  if (mean) {
    mean.textContent = state.isMedian && plan.values.distribution !== 'percentiles'
      ? 'mean ' + shown(1000 * seconds(plan.values.service)) + ' ms' : '';
  }
}

function progress({done, millis, bands, summary}) {
  if (!rows) {
    rows = new Rows(at('rows'), plan, edit);
    rows.onRest = () => map.rest();
  }
  const measures = rows.update(bands, summary);
  if (!measures.some(each => each.key === measure) && measures.length > 0) {
    measure = measures[0].key;
  }
  chooser(measures);
  clearTimeout(waiting);
  at('progress').value = done / plan.runs;
  const events = summary.contenders.reduce((sum, each) => sum + each.events, 0);
  at('progress-text').textContent = done + ' of ' + plan.runs + (plan.runs === 1 ? ' run' : ' runs')
      + ' · ' + shown(events) + ' events, ' + shown(events / millis / 1000) + ' million/s';
  at('summary').textContent = headline(summary);
  at('legend').textContent = legend(measures);
  showClaims(summary.claims, '…');
  showMean();
  if (done === plan.runs) {
    // Once, not with every run: a screen reader reads each change.
    at('spoken').textContent = 'Simulated. ' + at('summary').textContent;
  }
  if (chartOfFigure(state.figure) === 'calls' || !plan.sweep) {
    frame();
  }
  document.documentElement.dataset.done = done;
  drawn = true;
}

function showClaims(values, otherwise) {
  at('claims').querySelectorAll('.value').forEach((place, index) => {
    place.textContent = values[index] || otherwise;
  });
}

function headline(summary) {
  const context = nameOfFigure(catalogue, state.figure) || at('paper').value && setupOf(catalogue, at('paper').value);
  const recovering = plan.metrics.findIndex(metric => metric.name === 'recovery_s');
  return recovering < 0 || !plan.fault ? context || plan.summary
    : (context ? context + ' ' : '') + recoveries(summary, recovering);
}

function recoveries(summary, recovering) {
  const labels = runs => summary.contenders.filter(each => runs(each.figures[recovering].defined, each.runs)).map(each => each.label);
  const back = labels((defined, runs) => defined === runs);
  const lost = labels(defined => defined === 0);
  const unsure = labels((defined, runs) => defined > 0 && defined < runs);
  if (back.length === summary.contenders.length) {
    return 'Every policy recovers from the fault.';
  }
  if (lost.length === summary.contenders.length) {
    return 'No policy recovers from the fault' + within() + '.';
  }
  const sentences = [
    back.length > 0 && listed(back) + (back.length === 1 ? ' recovers' : ' recover') + ' from the fault',
    unsure.length > 0 && listed(unsure) + (unsure.length === 1 ? ' recovers' : ' recover') + ' in some runs only',
    lost.length > 0 && listed(lost) + (lost.length === 1 ? ' does' : ' do') + ' not' + within()
  ];
  return sentences.filter(Boolean).join('; ') + '.';
}

function within() {
  return ' within ' + plan.values.watch;
}

function listed(names) {
  return names.length < 2 ? names.join('') : names.slice(0, -1).join(', ') + ' and ' + names.at(-1);
}

function legend(measures) {
  const parts = [];
  if (measures.length > 0) {
    parts.push('A line is the mean of the runs so far, its band, from five runs on, the interval of confidence of 95 %.');
    if (plan.capacity) {
      parts.push('Dashed: the capacity of the server, ' + shown(plan.capacity) + ' attempts per second.');
    }
    if (plan.fault) {
      parts.push('Shaded: the fault.');
    }
  }
  return parts.join(' ');
}

function chooser(measures) {
  const box = at('measures');
  if (box.dataset.keys !== measures.map(each => each.key).join()) {
    box.hidden = measures.length < 2;
    box.dataset.keys = measures.map(each => each.key).join();
    box.replaceChildren(...measures.map(each =>
      element('button', {type: 'button', 'data-key': each.key, click: () => choose(each.key)}, each.short)));
    choose(measure);
  } else if (rows.chosen !== measure) {
    choose(measure);
  }
}

function choose(key) {
  measure = key;
  rows.chosen = key;
  for (const button of at('measures').children) {
    button.setAttribute('aria-pressed', button.dataset.key === key);
  }
  rows.select(key);
}

function fail(message) {
  drawn = true;
  clearTimeout(waiting);
  const box = at('error');
  box.textContent = message;
  box.hidden = false;
  at('progress-text').textContent = 'Not simulated';
  const parameter = message.split(/[ :]/)[0].replace(/-p50$/, '');
  const label = message.split(':')[0];
  document.querySelector('[data-parameter="' + CSS.escape(parameter) + '"] input')?.setAttribute('aria-invalid', 'true');
  const index = state ? state.policies.findIndex(policy => policy.label === label) : -1;
  if (index >= 0) {
    at('policies').children[index].querySelector('textarea').setAttribute('aria-invalid', 'true');
    at('policies').children[index].open = true;
  }
}
