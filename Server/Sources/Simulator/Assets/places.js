// Phones' locations: the named ones, and the lab's control.
const $ = (id) => document.getElementById(id);
const named = [
  ["Zugspitze", 47.42, 10.98], ["Lisbon", 38.72, -9.14], ["Tokyo", 35.68, 139.77], ["Nairobi", -1.29, 36.82],
  ["Ushuaia", -54.8, -68.3],
];

/** Options for the named places; their values are read by `placeOf`. */
export const options = () => named.map(([name, ...degrees]) => new Option(name, degrees.join(",")));

/** The place that an option stands for; none for "". */
export function placeOf(value) {
  const [latitude, longitude] = value.split(",").map(Number);
  return value ? { latitude, longitude } : undefined;
}

/** A place in a few words. */
export function describe(place) {
  if (!place) return "unknown";
  const found = named.find(([, ...degrees]) => degrees.join() === [place.latitude, place.longitude].join());
  return found ? found[0] : `${place.latitude}, ${place.longitude}`;
}

/** Makes the lab's control set its phone's location. */
export function setUpPlace(locate) {
  $("place").append(...options(), new Option("the coordinates below", "own"));
  $("place").onchange = () => { if ($("place").value !== "own") locate(placeOf($("place").value)); };
  $("place-form").onsubmit = (event) => {
    event.preventDefault();
    const number = (name) => Number(event.target.elements[name].value);
    const accuracy = event.target.elements.accuracy.value ? number("accuracy") : undefined;
    locate({ latitude: number("latitude"), longitude: number("longitude"), accuracy });
  };
}

let drawn = null;

/** Draws where a phone is. What a person is writing stays until the phone is another or elsewhere. */
export function drawPlace({ id, place }) {
  const key = JSON.stringify([id, place]);
  if (drawn === key) return;
  drawn = key;
  const value = place && place.accuracy === undefined ? `${place.latitude},${place.longitude}` : "own";
  const isNamed = [...$("place").options].some((option) => option.value === value);
  $("place").value = place ? (isNamed ? value : "own") : "";
  for (const name of ["latitude", "longitude", "accuracy"]) {
    $("place-form").elements[name].value = place && place[name] !== undefined ? place[name] : "";
  }
  $("show-ad").href = `/lab/mraid?device=${encodeURIComponent(id)}`;
}
