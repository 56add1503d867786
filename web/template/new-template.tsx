import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { composeTemplate } from '../../src/template/compose-template.contract'
import { fillTemplate, variablesOf } from '../../src/template/fill-template.contract'
import {
  TemplateBody,
  TemplateButtonBody,
  templateButtonsMax,
  templateButtonTypes,
  templateCategories,
  templateHeaderFormats,
  templateLanguages,
} from '../../src/template/template.contract'
import type { ApiClient } from '../api/api-client'
import { useApp } from '../app/app-context'
import { fieldErrorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { ChildRows } from '../records/child-rows'
import { useReportMade } from '../records/made-row'
import { Field } from '../ui/field/field'
import { type ChosenFile, FileInput } from '../ui/field/file-input'
import { SwitchField } from '../ui/field/switch-field'
import { TextInput } from '../ui/field/text-input'
import { type FormModel, useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField, TextField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { Select } from '../ui/select/select'
import { TemplatePreview } from './template-display'

const button = TemplateButtonBody.entries

const NewTemplateForm = v.object({
  ...TemplateBody.entries,
  headerFormat: TemplateBody.entries.headerFormat.wrapped,
  headerHandle: v.nullable(v.custom<ChosenFile>(() => true)),
  header: TemplateBody.entries.header.wrapped,
  body: TemplateBody.entries.body.wrapped,
  footer: TemplateBody.entries.footer.wrapped,
  buttons: v.array(
    v.object({ ...button, text: button.text.wrapped, value: button.value.wrapped, example: button.example.wrapped }),
  ),
  securityAdvice: v.boolean(),
  codeMinutes: TemplateBody.entries.codeMinutes.wrapped,
  examples: TemplateBody.entries.examples.wrapped,
})
type Values = v.InferInput<typeof NewTemplateForm>
type TemplateForm = FormModel<Values>

const blank: Omit<Values, 'whatsappId'> = {
  name: '',
  language: templateLanguages[0],
  category: 'UTILITY',
  headerFormat: 'TEXT',
  headerHandle: null,
  header: '',
  body: '',
  footer: '',
  buttons: [],
  securityAdvice: true,
  codeMinutes: null,
  examples: {},
}

export function NewTemplate({ whatsappId, close }: { whatsappId: number; close: () => void }) {
  useSignals()
  const t = useTexts('template').template
  const { api } = useApp()
  const reportMade = useReportMade()
  const [made] = useState<{ id?: number }>({})
  const form = useForm({
    schema: NewTemplateForm,
    initial: { ...blank, whatsappId },
    async save(values) {
      made.id = (await api.post('/templates', { body: await bodyOf(api, values) })).id
    },
  })

  function saved() {
    reportMade(t.created, made.id)
    close()
  }

  const values = form.values.value
  return (
    <FormDialog title={t.addTitle} form={form} close={close} onSaved={saved} saveLabel={t.send} size="l">
      <TextField
        form={form}
        name="name"
        label={t.fields.name}
        help={t.fields.nameHelp}
        required
        placeholder={t.fields.namePlaceholder}
      />
      <div className="form-row">
        <FormField form={form} name="language" label={t.fields.language}>
          {(field) => (
            <Select<string> {...field} options={templateLanguages.map((code) => ({ value: code, label: code }))} />
          )}
        </FormField>
        <FormField form={form} name="category" label={t.fields.category} help={t.fields.categoryHelp}>
          {(field) => (
            <Select<Values['category']>
              {...field}
              options={templateCategories.map((value) => ({ value, label: t.categories[value] }))}
            />
          )}
        </FormField>
      </div>
      {values.category === 'AUTHENTICATION' ? (
        <CodeFields form={form} />
      ) : (
        <>
          <HeaderFields form={form} />
          <TextFields form={form} />
          <ButtonFields form={form} />
          <Examples form={form} />
          <TemplatePreview {...fillTemplate(partsOf(values), values.examples)} />
        </>
      )}
    </FormDialog>
  )
}

/** What belongs to the chosen category and header; an example of the header's file is uploaded first. */
async function bodyOf(api: ApiClient, values: Values): Promise<v.InferInput<typeof TemplateBody>> {
  const { whatsappId, name, language, category, securityAdvice, codeMinutes, headerFormat, headerHandle } = values
  if (category === 'AUTHENTICATION')
    return { whatsappId, name, language, category, body: '', securityAdvice, codeMinutes }
  const { header, body, footer, buttons, examples } = values
  const shared = { whatsappId, name, language, category, body, footer, buttons: buttons.map(buttonOf), examples }
  if (headerFormat === 'TEXT') return { ...shared, header }
  if (!headerHandle?.file) return { ...shared, headerFormat }
  const form = new FormData()
  form.set('file', headerHandle.file)
  const query = { whatsappId: String(whatsappId), format: headerFormat }
  const { handle } = await api.upload('/templates/file', { query, form })
  return { ...shared, headerFormat, headerHandle: handle }
}

type Button = Values['buttons'][number]

/** Without what was typed for another kind of button. */
const buttonOf = ({ type, text, value, example }: Button): Button => ({
  type,
  text: type === 'COPY_CODE' ? '' : text,
  value: type === 'URL' || type === 'PHONE_NUMBER' ? value : '',
  example: hasExample({ type, value }) ? example : '',
})

/** The end of an address, or the code of a coupon, differs from message to message. */
const hasExample = ({ type, value }: Pick<Button, 'type' | 'value'>) =>
  type === 'COPY_CODE' || (type === 'URL' && value.trim().endsWith('{{1}}'))

const partsOf = (values: Values) => composeTemplate({ ...values, headerHandle: '' })

function CodeFields({ form }: { form: TemplateForm }) {
  const t = useTexts('template').template.fields
  return (
    <>
      <p className="subtle">{t.codeHelp}</p>
      <SwitchField form={form} name="securityAdvice" label={t.securityAdvice} />
      <NumberField form={form} name="codeMinutes" label={t.codeMinutes} help={t.codeMinutesHelp} example={10} />
    </>
  )
}

const accepted = { IMAGE: 'image/jpeg,image/png', VIDEO: 'video/mp4', DOCUMENT: 'application/pdf' }

function HeaderFields({ form }: { form: TemplateForm }) {
  useSignals()
  const texts = useTexts('template').template
  const t = texts.fields
  const format = form.values.value.headerFormat
  return (
    <div className="form-row">
      <FormField form={form} name="headerFormat" label={t.headerFormat}>
        {(field) => (
          <Select<Values['headerFormat']>
            {...field}
            onValueChange={(headerFormat) => form.set({ headerFormat, headerHandle: null })}
            options={templateHeaderFormats.map((value) => ({ value, label: t.headerFormats[value] }))}
          />
        )}
      </FormField>
      {format === 'TEXT' ? (
        <TextField form={form} name="header" label={t.header} />
      ) : (
        <FormField form={form} name="headerHandle" label={t.headerFile} help={t.headerFileHelp[format]} required group>
          {({ value, onValueChange }) => (
            <FileInput value={value} onValueChange={onValueChange} accept={accepted[format]} />
          )}
        </FormField>
      )}
    </div>
  )
}

function TextFields({ form }: { form: TemplateForm }) {
  const t = useTexts('template').template.fields
  return (
    <>
      <TextField form={form} name="body" label={t.body} help={t.bodyHelp} required rows={4} />
      <TextField form={form} name="footer" label={t.footer} />
    </>
  )
}

function ButtonFields({ form }: { form: TemplateForm }) {
  const t = useTexts('template').template.fields
  return (
    <ChildRows
      form={form}
      name="buttons"
      label={t.buttons}
      help={t.buttonsHelp}
      addLabel={t.addButton}
      empty={{ type: 'QUICK_REPLY', text: '', value: '', example: '' }}
      limit={templateButtonsMax}
    >
      {(row) => <ButtonRow form={row} />}
    </ChildRows>
  )
}

function ButtonRow({ form }: { form: FormModel<Button> }) {
  useSignals()
  const t = useTexts('template').template.fields
  const { type, value } = form.values.value
  return (
    <>
      <FormField form={form} name="type" label={t.buttonType}>
        {(field) => (
          <Select<Button['type']>
            {...field}
            options={templateButtonTypes.map((value) => ({ value, label: t.buttonTypes[value] }))}
          />
        )}
      </FormField>
      {type !== 'COPY_CODE' && <TextField form={form} name="text" label={t.buttonText} required />}
      {(type === 'URL' || type === 'PHONE_NUMBER') && (
        <TextField
          form={form}
          name="value"
          label={type === 'URL' ? t.buttonUrl : t.buttonPhone}
          help={type === 'URL' ? t.buttonUrlHelp : t.buttonPhoneHelp}
          required
          inputMode={type === 'URL' ? 'url' : 'tel'}
        />
      )}
      {hasExample({ type, value }) && (
        <TextField
          form={form}
          name="example"
          label={type === 'URL' ? t.buttonExample : t.coupon}
          help={t.buttonExampleHelp}
          required
        />
      )}
    </>
  )
}

function Examples({ form }: { form: TemplateForm }) {
  useSignals()
  const texts = useTexts('template')
  const t = texts.template
  const { examples } = form.values.value
  const variables = variablesOf(partsOf(form.values.value)).filter(({ part }) => part !== 'button')
  if (variables.length === 0) return null
  return (
    <section className="stack gap-4" aria-label={t.fields.examples}>
      <p className="field-label">{t.fields.examples}</p>
      {variables.map((variable) => {
        const { key } = variable
        const error = form.errorAt(`examples.${key}`)
        return (
          <Field
            key={key}
            label={t.pick[variable.part](variable.name)}
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
