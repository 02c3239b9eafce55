function show(content) {
  head(content);
  const types = { email: "email", phone: "tel", number: "number", date: "date" };
  const inputs = (content.fields || []).map((field) => {
    const label = add("label", field.label || field.id);
    const offered = field.choices || (field.id === "gender" ? ["female", "male", "other"] : null);
    // A player who chooses nothing gives no answer.
    const choices = offered && ["", ...offered.filter(Boolean)];
    const input = document.createElement(choices ? "select" : "input");
    if (choices) for (const choice of choices) input.append(new Option(choice, choice));
    else input.type = types[field.type || field.id] || "text";
    input.maxLength = 500;
    input.required = Boolean(field.required);
    label.append(input);
    return [field.id, input];
  });
  const problem = alertLine();
  button(content.button_text || "Send", () => {
    if (!inputs.every(([, input]) => input.reportValidity())) return;
    const answers = Object.fromEntries(inputs.map(([id, input]) => [id, input.value]).filter(([, value]) => value));
    const json = JSON.stringify(answers);
    const address = `${content.submit}&answers=${encodeURIComponent(json)}`;
    // The server takes so many bytes of answers, and the SDK so long an address.
    if (new TextEncoder().encode(json).length > 8192 || address.length > 16384) {
      problem.textContent = "The answers are too long together. Please shorten them.";
      return;
    }
    report(address);
    dismiss(content);
  });
  closing(content, "No, thank you");
}
