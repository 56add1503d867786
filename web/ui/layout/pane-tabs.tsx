import { Tabs } from './tabs'
import { keysOf } from '../../../src/kernel/typed-object.contract'

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
