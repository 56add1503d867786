import { useEffect, useRef, useState } from 'react'
import { copyText } from './copy-text'

const confirmedMs = 1000

export function useCopy() {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string) {
    await copyText(text)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), confirmedMs)
  }

  return { copied, copy: (text: string) => void copy(text).catch(reportError) }
}
