import { useState } from 'react'

/**
 * Which pane of a list with details a phone shows: the details once something is opened, the list when it is left.
 * `opened` identifies the opened item. `stays`: something else takes its place.
 */
export function usePane<Name extends string>(
  opened: string | undefined,
  names: { list: Name; detail: Name },
  stays = false,
) {
  const paneOf = (name: string | undefined) => (name === undefined ? names.list : names.detail)
  const [pane, setPane] = useState<Name>(paneOf(opened))
  const [shown, setShown] = useState(opened)
  if (shown !== opened) {
    setShown(opened)
    if (!stays) setPane(paneOf(opened))
  }
  return [pane, setPane] as const
}
