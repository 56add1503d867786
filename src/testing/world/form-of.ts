export function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
