import { useSignals } from '@preact/signals-react/runtime'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { KeyboardHint } from '../../ui/popup/keyboard-hint'
import type { FramePanelProps } from '../../app/frame-panel'
import { shortcutKeys } from './shortcut-reader'

interface Shortcut {
  keys: string
  label: string
}

export function panel({ close }: FramePanelProps) {
  const t = useTexts().frame.shortcuts
  return (
    <Dialog open title={t.title} size="s" onClose={close}>
      {/* Focused, so that the arrow keys scroll the list. */}
      <div className="shortcut-groups" role="group" aria-label={t.title} tabIndex={0} data-autofocus>
        <ShortcutGroups />
      </div>
    </Dialog>
  )
}

function ShortcutGroups() {
  useSignals()
  const t = useTexts().frame.shortcuts
  const { commands } = useApp()
  const groups = new Map<string, Shortcut[]>([[t.everywhere, [{ keys: 'Ctrl+K', label: t.palette }]]])
  for (const { group, shortcut, label } of commands.commands.value) {
    if (shortcut) groups.set(group, [...(groups.get(group) ?? []), { keys: shortcut, label }])
  }
  return [...groups].map(([group, shortcuts]) => (
    <section className="shortcut-group" key={group}>
      <h3>{group}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <KeyboardHint keys={shortcutKeys(keys)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
