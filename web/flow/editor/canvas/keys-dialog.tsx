import { useTexts } from '../../../i18n/i18n'
import { Dialog } from '../../../ui/dialog/dialog'
import { KeyboardHint } from '../../../ui/popup/keyboard-hint'

export function KeysDialog({ close }: { close: () => void }) {
  const t = useTexts('flowEditor').flowEditor.keys
  const keys: [string, string[]][] = [
    [t.add, ['A']],
    [t.edit, ['Enter']],
    [t.step, ['←', '↑', '→', '↓']],
    [t.ends, ['Home', 'End']],
    [t.move, ['M', '←', '↑', '→', '↓']],
    [t.connect, ['C']],
    [t.duplicate, ['D']],
    [t.remove, ['Delete']],
    [t.copy, ['mod', 'C']],
    [t.paste, ['mod', 'V']],
    [t.all, ['mod', 'A']],
    [t.box, ['shift', t.drag]],
    [t.undo, ['mod', 'Z']],
    [t.redo, ['mod', 'shift', 'Z']],
    [t.search, ['mod', 'F']],
    [t.fit, ['F']],
    [t.save, ['mod', 'S']],
  ]
  return (
    <Dialog open size="s" title={t.title} description={t.note} onClose={close}>
      <dl className="flow-keys stack">
        {keys.map(([label, hint]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <KeyboardHint keys={hint} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
