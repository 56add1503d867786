/** Puts a text on the clipboard. */
export async function copyText(text: string) {
  // The clipboard is kept from pages that came without encryption, such as a trial on the local network.
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else copyBySelection(text)
}

function copyBySelection(text: string) {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  // Within the open dialog, since all outside of it is inert.
  ;(focused?.closest('dialog') ?? document.body).append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
}
