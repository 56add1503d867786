import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../i18n/i18n'
import { Button } from './button'
import { Dialog } from './dialog'
import { useUi } from './ui-context'

/** Shows what `useUi().confirm()` asks. Rendered once, by UiProvider. */
export function ConfirmDialog() {
  useSignals()
  const t = useTexts()
  const question = useUi().question.value
  if (!question) return null
  const { title, text, action, cancel, danger, answer } = question
  return (
    <Dialog
      open
      alert
      size="s"
      title={title}
      description={text}
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)} data-autofocus={danger || undefined}>
            {cancel ?? t.ui.cancel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => answer(true)}
            data-autofocus={!danger || undefined}
          >
            {action ?? t.ui.confirm}
          </Button>
        </>
      }
    />
  )
}
