function show(content) {
  head(content);
  const types = { email: "email", phone: "tel", number: "number", date: "date" };
  const inputs = (content.fields || []).map((field) => {
    const label = add("label", field.label || field.id);
    const choices = field.choices || (field.id === "gender" ? ["", "female", "male", "other"] : null);
    const input = document.createElement(choices ? "select" : "input");
    if (choices) for (const choice of choices) input.append(new Option(choice, choice));
    else input.type = types[field.type || field.id] || "text";
    input.maxLength = 500;
    input.required = Boolean(field.required);
    label.append(input);
    return [field.id, input];
  });
  button(content.button_text || "Send", () => {
    if (!inputs.every(([, input]) => input.reportValidity())) return;
    const answers = Object.fromEntries(inputs.map(([id, input]) => [id, input.value]).filter(([, value]) => value));
    report(`${content.submit}&answers=${encodeURIComponent(JSON.stringify(answers))}`);
    dismiss(content);
  });
  closing(content, "No, thank you");
}
