import { useState } from 'react'

/**
 * Which pane of a list with details a phone shows: the details once something is opened, the list when it is left.
 * `opened` identifies the opened item.
 */
export function usePane<Name extends string>(opened: string | undefined, names: { list: Name; detail: Name }) {
  const paneOf = (name: string | undefined) => (name === undefined ? names.list : names.detail)
  const [pane, setPane] = useState<Name>(paneOf(opened))
  const [shown, setShown] = useState(opened)
  if (shown !== opened) {
    setShown(opened)
    setPane(paneOf(opened))
  }
  return [pane, setPane] as const
}
