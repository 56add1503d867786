import { useState } from 'react'

/** Which pane a phone shows: the details of `opened`, else the list. `stays`: something else takes its place. */
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
