// motion: what moves by itself, once, when a reader sees it; without a reader's leave never where less motion is wanted.

const LESS_MOTION = window.matchMedia("(prefers-reduced-motion: reduce)");
const SEEN = 0.7; // the share of a thing that must be in view

/* Some seconds of motion. `frame(share)` draws what is seen when a share of it, from 0 to 1, is over; 1 is the still
 * picture, which is drawn already when the motion begins and when it is broken off. */
export class Motion {
  running = 0;
  times = 0; // it has begun

  constructor(seconds, frame) {
    Object.assign(this, { seconds, frame });
  }

  /* Plays it, from the beginning. */
  play(seconds = this.seconds) {
    this.stop();
    this.times += 1;
    let begun = null;
    const step = (now) => {
      begun ??= now;
      const share = Math.min(1, (now - begun) / (1000 * seconds));
      this.running = share < 1 ? requestAnimationFrame(step) : 0;
      this.frame(share);
    };
    this.running = requestAnimationFrame(step);
  }

  /* After a reader's click: the same, shorter, unless less motion is wanted. */
  answer(seconds) {
    if (!LESS_MOTION.matches) this.play(seconds);
  }

  stop() {
    if (!this.running) return;
    cancelAnimationFrame(this.running);
    this.running = 0;
    this.frame(1);
  }

  /* Plays it once, as soon as most of `target` is seen and `wanted()`. */
  playWhenSeen(target, wanted) {
    if (LESS_MOTION.matches) return;
    const observer = new IntersectionObserver(([{ isIntersecting, intersectionRatio }]) => {
      if (!isIntersecting || intersectionRatio < SEEN) return;
      observer.disconnect();
      if (wanted()) this.play();
    }, { threshold: SEEN });
    observer.observe(target);
  }
}

/* Of several things that follow each other, how much of number `at` is over, from 0 to 1. */
export function part(share, at, count) {
  return Math.max(0, Math.min(1, share * count - at));
}

/* The same, from a share `from` to a share `to`, slow at both ends. */
export function between(share, from, to) {
  const over = Math.max(0, Math.min(1, (share - from) / (to - from)));
  return over * over * (3 - 2 * over);
}
