import { useEffect, useRef, useState } from 'react'

/** @throws Error when the browser allows no copying */
export async function copyText(text: string) {
  if (!(await writeToClipboard(text))) copyBySelection(text)
}

/** Fails without a secure context, such as a trial on the local network, and where the browser denies the permission. */
async function writeToClipboard(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function copyBySelection(text: string) {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  // Inside the open dialog, because everything outside is inert.
  ;(focused?.closest('dialog') ?? document.body).append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!copied) throw new Error('The browser allows no copying')
}

const confirmedMs = 1000

export function useCopy(onCopied?: () => void) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string) {
    await copyText(text)
    setCopied(true)
    onCopied?.()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), confirmedMs)
  }

  return { copied, copy: (text: string) => void copy(text).catch(reportError) }
}
