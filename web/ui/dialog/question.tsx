import { useState, type KeyboardEvent } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../button/button'
import type { OpenQuestion } from '../context/ui-model'
import { Field } from '../field/field'
import { TextInput } from '../field/text-input'
import { Dialog } from './dialog'

export function Question({ question }: { question: OpenQuestion }) {
  const t = useTexts()
  const [written, setWritten] = useState('')
  const { title, text, action, cancel, danger, typed, answer } = question
  const isAllowed = typed === undefined || written.trim() === typed

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // The focus returns to the button that asked, which the same key would press again.
    event.preventDefault()
    if (isAllowed) answer(true)
  }

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
          <Button onClick={() => answer(false)} data-autofocus={(danger && typed === undefined) || undefined}>
            {cancel ?? t.ui.cancel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            disabled={!isAllowed}
            onClick={() => answer(true)}
            data-autofocus={!danger || undefined}
          >
            {action ?? t.ui.confirm}
          </Button>
        </>
      }
    >
      {typed !== undefined && (
        <Field label={t.ui.typeToConfirm(typed)}>
          <TextInput
            value={written}
            onValueChange={setWritten}
            onKeyDown={onKeyDown}
            autoComplete="off"
            data-autofocus
          />
        </Field>
      )}
    </Dialog>
  )
}
