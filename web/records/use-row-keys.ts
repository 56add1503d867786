import { useMemo } from 'react'
import { useCommands } from '../app/use-commands'
import { useTexts } from '../i18n/i18n'
import { List } from '../ui/icons'

/** j moves the focus from anywhere on the page to the first row. Within the rows j and k are the table's own keys. */
export function useRowKeys() {
  const { frame, ui } = useTexts()
  const run = () => document.querySelector<HTMLElement>('.data-table-open')?.focus()
  const commands = useMemo(
    () => [{ id: 'rows', label: ui.toRows, group: frame.palette.actions, icon: List, shortcut: 'j', run }],
    [frame, ui],
  )
  useCommands(commands)
}
