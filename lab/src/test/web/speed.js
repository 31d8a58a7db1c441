// Measures the events per second of each request of speed.json, after as many runs to warm up.
import {loadEngine} from './engine.js';

const search = new URL(location.href).searchParams;

async function measure() {
  const engine = await loadEngine(search.get('engine'));
  const requests = await (await fetch('speed.json')).json();
  return requests.map(request => {
    const {runs} = engine.prepare(request);
    let begun = 0;
    let events = 0;
    for (let run = 0; run < runs; run++) {
      if (run === runs / 2) {
        begun = performance.now();
        events = 0;
      }
      events += engine.run(0, run);
    }
    return events + ' ' + (events / (performance.now() - begun) / 1000).toFixed(3);
  }).join('\n');
}

const answer = await measure().catch(failure => 'failed: ' + failure);
await fetch('answer/' + search.get('name'), {method: 'POST', body: answer});
