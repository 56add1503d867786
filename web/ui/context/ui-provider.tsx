import { useState, type ReactNode, type KeyboardEvent } from 'react'
import { ToastRegion } from '../toast/toast-region'
import { TooltipLayer } from '../popup/tooltip'
import { UiContext, useUi } from './ui-context'
import { createUi, type GuardNavigation, type UiModel, type OpenQuestion } from './ui-model'
import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../button/button'
import { Dialog } from '../dialog/dialog'
import { Field } from '../field/field'
import { TextInput } from '../field/text-input'

interface UiProviderProps {
  /** Created by `createUi()` when code outside of components must show toasts. */
  ui?: UiModel
  guardNavigation?: GuardNavigation
  children: ReactNode
}

export function UiProvider({ ui: given, guardNavigation, children }: UiProviderProps) {
  const [own] = useState(() => given ?? createUi(guardNavigation))
  return (
    <UiContext value={given ?? own}>
      {children}
      <ConfirmDialog />
      <ToastRegion />
      <TooltipLayer />
    </UiContext>
  )
}

function ConfirmDialog() {
  useSignals()
  const question = useUi().question.value
  return question && <Question key={question.title} question={question} />
}

function Question({ question }: { question: OpenQuestion }) {
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
