import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import type { TemplatePart } from '../../src/channel/channel'
import { fillTemplate, variablesOf } from '../../src/template/fill-template.contract'
import type { TemplateView } from '../../src/template/template.calls'
import { TemplateBody, templateLanguages } from '../../src/template/template.contract'
import { useApp } from '../app/app-context'
import { fieldErrorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useReportMade } from '../records/made-row'
import { Dialog } from '../ui/dialog/dialog'
import { Field } from '../ui/field/field'
import { TextArea } from '../ui/field/text-area'
import { TextInput } from '../ui/field/text-input'
import { type FormModel, useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { TemplatePreview } from './template-preview'

interface TemplateDialogProps {
  whatsappId: number
  /** Undefined to add one. */
  template: TemplateView | undefined
  close: () => void
}

/** Shows a template, which cannot be changed, or submits a new one. */
export function TemplateDialog({ whatsappId, template, close }: TemplateDialogProps) {
  return template ? (
    <ShownTemplate template={template} close={close} />
  ) : (
    <NewTemplate whatsappId={whatsappId} close={close} />
  )
}

function ShownTemplate({ template, close }: { template: TemplateView; close: () => void }) {
  const { ui } = useTexts()
  return (
    <Dialog open title={template.name} onClose={close} footer={<Button onClick={close}>{ui.close}</Button>}>
      <TemplatePreview {...fillTemplate(template.components, {})} />
      {template.reason !== '' && <p className="subtle">{template.reason}</p>}
    </Dialog>
  )
}

type TemplateForm = FormModel<v.InferInput<typeof TemplateBody>>

function NewTemplate({ whatsappId, close }: Pick<TemplateDialogProps, 'whatsappId' | 'close'>) {
  useSignals()
  const texts = useTexts('template')
  const t = texts.template
  const { api } = useApp()
  const reportMade = useReportMade()
  const [made] = useState<{ id?: number }>({})
  const form = useForm({
    schema: TemplateBody,
    initial: {
      whatsappId,
      name: '',
      language: templateLanguages[0] as string,
      category: 'UTILITY',
      header: '',
      body: '',
      footer: '',
      buttonText: '',
      buttonUrl: '',
      examples: {},
    },
    async save(body) {
      made.id = (await api.post('/templates', { body })).id
    },
  })

  function saved() {
    reportMade(t.created, made.id)
    close()
  }

  return (
    <FormDialog title={t.addTitle} form={form} close={close} onSaved={saved} saveLabel={t.send}>
      <FormField form={form} name="name" label={t.fields.name} help={t.fields.nameHelp} required>
        {(field) => <TextInput {...field} placeholder={t.fields.namePlaceholder} autoComplete="off" />}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="language" label={t.fields.language}>
          {(field) => (
            <Select<string> {...field} options={templateLanguages.map((code) => ({ value: code, label: code }))} />
          )}
        </FormField>
        <FormField form={form} name="category" label={t.fields.category} help={t.fields.categoryHelp}>
          {(field) => (
            <Select<'MARKETING' | 'UTILITY'>
              {...field}
              options={(['UTILITY', 'MARKETING'] as const).map((value) => ({ value, label: t.categories[value] }))}
            />
          )}
        </FormField>
      </div>
      <TextFields form={form} />
      <Examples form={form} />
      <TemplatePreview {...fillTemplate(partsOf(form), form.values.value.examples ?? {})} />
    </FormDialog>
  )
}

function TextFields({ form }: { form: TemplateForm }) {
  const t = useTexts('template').template.fields
  return (
    <>
      <FormField form={form} name="header" label={t.header}>
        {({ value = '', ...field }) => <TextInput {...field} value={value} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="body" label={t.body} help={t.bodyHelp} required>
        {(field) => <TextArea {...field} rows={4} />}
      </FormField>
      <FormField form={form} name="footer" label={t.footer}>
        {({ value = '', ...field }) => <TextInput {...field} value={value} autoComplete="off" />}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="buttonText" label={t.buttonText}>
          {({ value = '', ...field }) => <TextInput {...field} value={value} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="buttonUrl" label={t.buttonUrl} help={t.buttonUrlHelp}>
          {({ value = '', ...field }) => <TextInput {...field} value={value} autoComplete="off" inputMode="url" />}
        </FormField>
      </div>
    </>
  )
}

/** Meta reviews the template with values for its variables. */
function Examples({ form }: { form: TemplateForm }) {
  useSignals()
  const texts = useTexts('template')
  const t = texts.template
  const variables = variablesOf(partsOf(form))
  const examples = form.values.value.examples ?? {}
  if (variables.length === 0) return null
  return (
    <section className="template-fields" aria-label={t.fields.examples}>
      <p className="field-label">{t.fields.examples}</p>
      {variables.map(({ key, part, name, label = '' }) => {
        const error = form.errorAt(`examples.${key}`)
        return (
          <Field
            key={key}
            label={part === 'button' ? t.pick.button(label) : t.pick[part](name)}
            error={error === null ? null : fieldErrorText(texts, error)}
            required
          >
            <TextInput
              value={examples[key] ?? ''}
              autoComplete="off"
              onValueChange={(value) => form.set({ examples: { ...examples, [key]: value } })}
            />
          </Field>
        )
      })}
    </section>
  )
}

function partsOf(form: TemplateForm): TemplatePart[] {
  const { header = '', body, footer = '', buttonText = '', buttonUrl = '' } = form.values.value
  return [
    { type: 'HEADER', format: 'TEXT', text: header },
    { type: 'BODY', text: body },
    { type: 'FOOTER', text: footer },
    ...(buttonText || buttonUrl
      ? [{ type: 'BUTTONS', buttons: [{ type: 'URL', text: buttonText, url: buttonUrl }] }]
      : []),
  ]
}
