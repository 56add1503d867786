import type { MacroView } from '../../src/macro/macro.record'
import { MacroBody, macroStepKinds } from '../../src/macro/macro.contract'
import { newStep } from '../../src/macro/step/step.contract'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import type { FormModel } from '../ui/form/form'
import { TextField } from '../ui/form/form-field'
import { SwitchField } from '../ui/field/switch-field'
import { StepRows, useStepChoices } from './step-fields'

interface MacroDialogProps {
  macro: MacroView | undefined
  close: () => void
}

type Values = Pick<MacroView, 'name' | 'shared' | 'steps'>

export function MacroDialog({ macro, close }: MacroDialogProps) {
  const t = useTexts('macro').macro
  const choices = useStepChoices()
  return (
    <RecordDialog
      record={macro}
      texts={t}
      schema={MacroBody}
      newValues={{ steps: [newStep('reply')] }}
      path="/macros"
      close={close}
      size="l"
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t.fields.name} required placeholder={t.fields.namePlaceholder} />
          <StepRows form={form as FormModel<Values>} texts={t.fields} kinds={macroStepKinds} choices={choices} />
          <SwitchField
            form={form as FormModel<Values>}
            name="shared"
            label={t.fields.shared}
            help={t.fields.sharedHelp}
          />
        </>
      )}
    </RecordDialog>
  )
}
