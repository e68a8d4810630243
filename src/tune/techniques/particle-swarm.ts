// Particle swarm optimisation (Kennedy and Eberhart): every particle flies on, drawn towards the best place that
// it has seen and the best that anybody has seen.

import { Coordinates, reflect } from './coordinates.ts';
import { firstMembers, type Member } from './population.ts';
import type { Technique } from './technique.ts';

const PARTICLES = 30;
const INERTIA = 0.5;
const TO_OWN_BEST = 0.5;
const TO_GLOBAL_BEST = 0.5;
/** Deviation of the blur that keeps a swarm from standing still between the values of its parameters. */
const BLUR = 0.05;

interface Particle {
  readonly best: Member;
  place: number[];
  readonly velocity: number[];
}

export const particleSwarm: Technique = {
  name: 'particle-swarm',
  *propose(context) {
    const { history, random } = context;
    const coordinates = new Coordinates(context.points);
    const members = yield* firstMembers(context, PARTICLES);
    const swarm: Particle[] = members.map((best) => {
      const place = coordinates.vectorOf(best.point);
      return { best, place, velocity: place.map(() => random.next() - 0.5) };
    });
    if (swarm.length === 0) return;
    for (let turn = 0; ; turn++) {
      const particle = swarm[turn % swarm.length];
      const ownBest = coordinates.vectorOf(particle.best.point);
      const globalBest = coordinates.vectorOf((history.best ?? particle.best).point);
      particle.place = particle.place.map((place, j) => {
        const velocity =
          INERTIA * particle.velocity[j] +
          TO_OWN_BEST * random.next() * (ownBest[j] - place) +
          TO_GLOBAL_BEST * random.next() * (globalBest[j] - place);
        particle.velocity[j] = velocity;
        return reflect(place + velocity + BLUR * random.normal());
      });
      const point = coordinates.pointOf(particle.place, random);
      const { time } = yield { point };
      if (time < particle.best.time) Object.assign(particle.best, { point, time });
    }
  },
};
