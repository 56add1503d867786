import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { IconButton } from '../../ui/button/icon-button'
import { ArrowDown, ArrowUp, Copy, CornerDownRight, Plus, Trash2 } from '../../ui/icons'
import type { OptionEditor } from './use-option-editor'

interface OptionToolbarProps {
  editor: OptionEditor
  /** Deletes the selected option; asks first if there are options below it. */
  remove: () => void
  /** The queue may not have options. */
  disabled: boolean
}

/** The actions on the selected option. */
export function OptionToolbar({ editor, remove, disabled }: OptionToolbarProps) {
  const t = useTexts('queue').queue.chatbot
  const ui = useTexts().ui
  const { selected } = editor
  return (
    <div className="chatbot-toolbar" role="toolbar" aria-label={t.toolbar}>
      <Button size="s" icon={Plus} disabled={disabled || !editor.mayAddBeside} onClick={editor.addBeside}>
        {t.add}
      </Button>
      {selected && (
        <span className="chatbot-toolbar-icons">
          <IconButton
            icon={CornerDownRight}
            label={t.addBelow}
            size="s"
            disabled={!editor.mayAddBelow}
            onClick={editor.addBelow}
          />
          <IconButton
            icon={Copy}
            label={t.duplicate}
            size="s"
            disabled={!editor.mayDuplicate}
            onClick={editor.duplicate}
          />
          <IconButton icon={ArrowUp} label={ui.moveUp} size="s" onClick={() => editor.shift(-1)} />
          <IconButton icon={ArrowDown} label={ui.moveDown} size="s" onClick={() => editor.shift(1)} />
          <IconButton icon={Trash2} label={t.remove} size="s" variant="danger" onClick={remove} />
        </span>
      )}
    </div>
  )
}
