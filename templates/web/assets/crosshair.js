// The figures under the pointer, in the legend of a chart: they come from the table of its figures, whose latest row is the first.
{
  /** Ends what is shown of a chart: it has the last figures again. */
  let end = () => undefined;

  /** Places of the figures, and the rows of the table, oldest first. */
  const partsOf = (figure) => {
    const own = figure.querySelector(".legend") ?? figure.closest(".card")?.querySelector(".card-head .legend");
    return {
      legend: own,
      places: [...(own?.querySelectorAll("strong") ?? [])],
      rows: [...figure.querySelectorAll(".figures tbody tr")].reverse(),
    };
  };

  /** Follows the pointer over a chart until it leaves. */
  const follow = (area) => {
    const { legend, places, rows } = partsOf(area.closest("figure"));
    if (rows.length === 0 || places.length === 0) return () => undefined;
    const before = places.map(({ textContent }) => textContent);
    const isLine = area.querySelector("path.series") !== null;
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    line.setAttribute("class", "cross");
    area.append(line);
    // In place of the unit, so that nothing below the legend moves.
    const unit = [...legend.children].find((item) => item.querySelector("strong") === null);
    const time = unit ?? legend.appendChild(document.createElement("li"));
    const unitText = unit?.textContent;
    end = () => {
      line.remove();
      if (unitText === undefined) time.remove();
      else time.textContent = unitText;
      places.forEach((place, index) => (place.textContent = before[index]));
      end = () => undefined;
    };
    return (share) => {
      const steps = isLine ? rows.length - 1 : rows.length;
      const step = Math.min(isLine ? Math.round(share * steps) : Math.floor(share * steps), rows.length - 1);
      const place = `${(100 * (isLine ? step : step + 0.5)) / Math.max(steps, 1)}%`;
      for (const [name, value] of Object.entries({ x1: place, x2: place, y1: 0, y2: "88%" }))
        line.setAttribute(name, value);
      const [at, ...values] = [...rows[step].cells].map(({ textContent }) => textContent.trim());
      time.textContent = at;
      places.forEach((each, index) => (each.textContent = values[index] ?? ""));
    };
  };

  let [shown, show] = [null, () => undefined];
  document.addEventListener("pointermove", ({ target, clientX }) => {
    const area = target.closest(".chart .area");
    if (area !== shown) {
      end();
      [shown, show] = [area, area === null ? () => undefined : follow(area)];
    }
    if (area === null) return;
    const { left, width } = area.getBoundingClientRect();
    show(Math.min(Math.max((clientX - left) / width, 0), 1));
  });
}
