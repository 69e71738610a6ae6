// Controls for a film: pause and seek. The film itself plays without this script.
(() => {
  "use strict";
  const script = document.currentScript, film = script.ownerSVGElement, controls = script.previousElementSibling;
  const length = Number(controls.dataset.length), loops = controls.dataset.loop === "True";
  const moments = controls.dataset.moments.split(" ").map(Number); // when each caption begins
  const [slider, button] = controls.children, sign = button.lastElementChild;
  const captions = [...film.querySelectorAll("text")];
  const signs = { Pause: "M14 13h5v18h-5zM25 13h5v18h-5z", Play: "M16 12l16 10-16 10z" };
  let playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  const now = () => loops ? film.getCurrentTime() % length : Math.min(film.getCurrentTime(), length);
  const turn = () => moments.filter(moment => moment < now() + 0.002).length - 1;

  function show() {
    if (now() === length) playing = false;
    if (playing) film.unpauseAnimations(); else film.pauseAnimations();
    const name = playing ? "Pause" : "Play";
    button.setAttribute("aria-label", name);
    sign.setAttribute("d", signs[name]);
    slider.setAttribute("aria-valuenow", turn());
    slider.setAttribute("aria-valuetext", [...captions[turn()].querySelectorAll("tspan")].map(e => e.textContent).join(" "));
  }

  function go(moment) {
    film.setCurrentTime(Math.max(0, Math.min(length, moment)));
    show();
  }

  function toggle() {
    if (now() === length) film.setCurrentTime(0);
    playing = !playing;
    show();
  }

  function step(by) {
    playing = false;
    go([...moments, length][Math.max(0, turn() + by)] + 0.001); // the browser's clock is not exact
  }

  function drag(event) {
    const box = slider.getBoundingClientRect();
    if (event.buttons) go(length * (event.clientX - box.left) / box.width);
  }

  const keys = {
    " ": toggle, Enter: toggle, ArrowLeft: () => step(-1), ArrowRight: () => step(1),
    Home: () => go(0), End: () => go(length),
  };
  const ours = film === document.documentElement ? document : film;
  ours.addEventListener("keydown", event => {
    if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  button.addEventListener("click", toggle);
  slider.addEventListener("pointerdown", event => { slider.setPointerCapture(event.pointerId); drag(event); });
  slider.addEventListener("pointermove", drag);
  controls.removeAttribute("display");
  setInterval(show, 200);
  show();
})();
