// The requests of the lab's pages to the server, and the display of their errors.

/** The decoded answer; throws an Error with the server's sentence. */
export async function call(method, path, body) {
  const response = await fetch(`/lab/api/${path}`, {
    method, headers: { "x-marquee-lab": "1", "content-type": "application/json" }, body: body && JSON.stringify(body),
  });
  const answer = response.status === 204 ? null : await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message || response.statusText || `The server answered ${response.status}.`);
  return answer;
}

/** Shows what went wrong; hides the line when nothing did. */
export function problem(error) {
  const line = document.getElementById("problem");
  line.textContent = error ? error.message || String(error) : "";
  line.hidden = !error;
}
