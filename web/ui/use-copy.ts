import { useEffect, useRef, useState } from 'react'

const confirmedMs = 1000

/** Puts a text on the clipboard, and says for a second that it is there. */
export function useCopy() {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string) {
    // The clipboard is kept from pages that came without encryption, such as a trial on the local network.
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else copyBySelection(text)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), confirmedMs)
  }

  return { copied, copy: (text: string) => void copy(text).catch(reportError) }
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
