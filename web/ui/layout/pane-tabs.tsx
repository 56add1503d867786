import { Tabs } from './tabs'
import { keysOf } from '../../../src/kernel/typed-object.contract'
import { useState } from 'react'

interface PaneTabsProps<Name extends string> {
  className: string
  label: string
  value: Name
  onValueChange: (name: Name) => void
  names: Readonly<Record<Name, string>>
}

export function PaneTabs<Name extends string>({ className, label, value, onValueChange, names }: PaneTabsProps<Name>) {
  const panes = keysOf(names)
  return (
    <div className={`${className} phone-only`}>
      <Tabs
        label={label}
        wide
        value={value}
        onValueChange={onValueChange}
        items={panes.map((pane) => ({ value: pane, label: names[pane] }))}
      />
    </div>
  )
}

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
