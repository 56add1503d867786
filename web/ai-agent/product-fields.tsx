import { useSignals } from '@preact/signals-react/runtime'
import {
  itemsMax,
  productFileBytesMax,
  productFilesMax,
  readPrice,
  writePrice,
} from '../../src/ai-agent/agent/item.contract'
import { useFormat, useTexts } from '../i18n/i18n'
import { ChildRows } from '../records/child-rows'
import { Field } from '../ui/field/field'
import { fieldErrorText } from '../i18n/error-text'
import { FileButton } from '../ui/button/file-button'
import type { FormModel, FormFieldModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { IconButton } from '../ui/button/button'
import { FileText, Image, Paperclip, Trash2, Volume2, ChevronDown, ChevronRight } from '../ui/icons'
import { TextInput } from '../ui/field/text-input'
import { useUi } from '../ui/context/ui-context'
import { type AgentValues, emptyProduct, type ProductValues } from './agent-form'
import { useState, type ReactNode } from 'react'

export function ProductFields({ form }: { form: FormModel<AgentValues> }) {
  const t = useTexts('agent').agent.items
  return (
    <ChildRows
      form={form}
      name="products"
      label={t.products}
      help={t.productsHelp}
      addLabel={t.addProduct}
      empty={emptyProduct}
      limit={itemsMax}
    >
      {(row) => (
        <FoldedRow row={row} title={({ name }) => name} detail={(product) => <ProductDetail product={product} />}>
          <ProductTexts row={row} />
          <ProductFiles row={row} />
        </FoldedRow>
      )}
    </ChildRows>
  )
}

function ProductDetail({ product: { price, kept, added } }: { product: ProductValues }) {
  const t = useTexts('agent').agent.items
  const count = kept.length + added.length
  const parts = [price ? `R$ ${price}` : '', count > 0 ? t.fileCount(count) : '']
  return <span className="tabular">{parts.filter((part) => part !== '').join(' · ')}</span>
}

function ProductTexts({ row }: { row: FormModel<ProductValues> }) {
  const t = useTexts('agent').agent.items
  return (
    <>
      <div className="form-row agent-product-head">
        <TextField form={row} name="name" label={t.productName} required />
        <FormField form={row} name="price" label={t.price}>
          {(field) => <PriceInput {...field} />}
        </FormField>
      </div>
      <TextField form={row} name="description" label={t.description} rows={2} />
      <div className="form-row">
        <TextField form={row} name="paymentConditions" label={t.paymentConditions} rows={1} />
        <TextField form={row} name="specialOffers" label={t.specialOffers} rows={1} />
      </div>
    </>
  )
}

interface PriceInputProps {
  value: string | null
  onValueChange: (value: string) => void
  onBlur: () => void
}

/** A price as it is written in Brazil; what was typed otherwise is rewritten on leaving. */
function PriceInput({ value, onValueChange, onBlur }: PriceInputProps) {
  function leave() {
    const price = readPrice(value ?? '')
    if (price !== undefined) onValueChange(writePrice(price))
    onBlur()
  }
  return (
    <TextInput
      value={value ?? ''}
      onValueChange={onValueChange}
      onBlur={leave}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0,00"
      trailing={<span className="number-input-unit">R$</span>}
    />
  )
}

function ProductFiles({ row }: { row: FormModel<ProductValues> }) {
  useSignals()
  const texts = useTexts('agent')
  const t = texts.agent.items
  const { toast } = useUi()
  const { kept, added } = row.fields
  const count = kept.value.value.length + added.value.value.length
  const error = added.error.value

  function add(file: File) {
    if (file.size > productFileBytesMax) return toast.error(t.fileTooLarge(file.name))
    if (!/^(image|audio)\//.test(file.type) && file.type !== 'application/pdf')
      return toast.error(t.fileType(file.name))
    added.set([...added.value.peek(), file])
  }

  return (
    <Field label={t.files} help={t.filesHelp} error={error && fieldErrorText(texts, error)} group>
      {count > 0 && (
        <ul className="agent-files stack gap-1">
          {kept.value.value.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              note={file.text === 'none' ? '' : t.textStates[file.text]}
              onRemove={() => kept.set(kept.value.peek().filter(({ id }) => id !== file.id))}
            />
          ))}
          {added.value.value.map((file, index) => (
            <FileRow
              key={`${index} ${file.name}`}
              file={file}
              note={t.fileNew}
              onRemove={() => added.set(added.value.peek().filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      <FileButton
        size="s"
        icon={Paperclip}
        accept="image/*,audio/*,application/pdf"
        disabled={count >= productFilesMax}
        onChoose={add}
      >
        {t.addFile}
      </FileButton>
    </Field>
  )
}

interface FileRowProps {
  file: { name: string; type: string; size: number }
  note: string
  onRemove: () => void
}

function FileRow({ file: { name, type, size }, note, onRemove }: FileRowProps) {
  const t = useTexts('agent').agent.items
  const format = useFormat()
  const Icon = type.startsWith('image/') ? Image : type.startsWith('audio/') ? Volume2 : FileText
  return (
    <li className="agent-file row">
      <Icon size={16} aria-hidden />
      <bdi className="truncate">{name}</bdi>
      <span className="subtle tabular agent-file-note">
        {format.fileSize(size)}
        {note && ` · ${note}`}
      </span>
      <IconButton icon={Trash2} label={t.removeFile(name)} size="xs" variant="danger" onClick={onRemove} />
    </li>
  )
}

interface FoldedRowProps<Values> {
  row: FormModel<Values>
  title: (values: Values) => string
  detail?: (values: Values) => ReactNode
  children: ReactNode
}

/** A row of a long list: one line until it is opened. New rows and rows with an error are open. */
export function FoldedRow<Values>({ row, title, detail, children }: FoldedRowProps<Values>) {
  useSignals()
  const t = useTexts('agent').agent.items
  const values = row.values.value
  const [isOpen, setOpen] = useState(title(values) === '')
  const fields = Object.values(row.fields) as FormFieldModel<unknown>[]
  const hasError = fields.some(({ error }) => error.value !== null)
  const isShown = isOpen || hasError
  const Icon = isShown ? ChevronDown : ChevronRight
  return (
    <>
      <button
        type="button"
        className="agent-row row"
        aria-expanded={isShown}
        onClick={() => setOpen(!isShown)}
        disabled={hasError}
      >
        <Icon size={16} aria-hidden />
        <span className="agent-row-title truncate">{title(values) || t.untitled}</span>
        {detail && <span className="agent-row-detail subtle">{detail(values)}</span>}
      </button>
      {isShown && <div className="stack gap-3">{children}</div>}
    </>
  )
}
