export async function copyText(text: string) {
  // Without a secure context, such as a trial on the local network, `navigator.clipboard` is missing.
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else copyBySelection(text)
}

function copyBySelection(text: string) {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  // Inside the open dialog, because everything outside is inert.
  ;(focused?.closest('dialog') ?? document.body).append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
}
