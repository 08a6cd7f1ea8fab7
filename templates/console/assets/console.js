// Live numbers of a page: the server sends them as events; without this script the page shows the numbers at the time of the request.
const { liveUrl } = document.body.dataset;
if (liveUrl !== undefined) {
  const places = new Map();
  for (const place of document.querySelectorAll("[data-live]")) places.set(place.dataset.live, place);
  const events = new EventSource(liveUrl);
  events.addEventListener("numbers", ({ data }) => {
    for (const [key, text] of Object.entries(JSON.parse(data))) {
      const place = places.get(key);
      if (place !== undefined && place.textContent !== text) place.textContent = text;
    }
  });
  // The session has ended: the reloaded page is the log-in.
  events.addEventListener("over", () => {
    events.close();
    location.reload();
  });
}
