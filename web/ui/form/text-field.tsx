import type { ComponentProps } from 'react'
import type { FieldProps } from '../field/field'
import { TextArea } from '../field/text-area'
import { TextInput } from '../field/text-input'
import type { FormModel } from './form'
import { FormField } from './form-field'

type TextNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string
type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'placeholder' | 'maxLength' | 'inputMode' | 'spellCheck' | 'list' | 'className'
>

interface TextFieldProps<Values> extends Omit<FieldProps, 'error' | 'id' | 'children' | 'group'>, InputProps {
  form: FormModel<Values>
  name: TextNames<Values>
  /** Lines of a longer text; it grows with what is typed. */
  rows?: number
}

/** A text of a form, in one line unless `rows` are given. */
export function TextField<Values>({ form, name, rows, ...props }: TextFieldProps<Values>) {
  const { type, placeholder, maxLength, inputMode, spellCheck, list, className, ...field } = props
  const input = { placeholder, maxLength, spellCheck, className }
  return (
    <FormField form={form as FormModel<Record<string, string>>} name={name} {...field}>
      {(control) =>
        rows === undefined ? (
          <TextInput
            {...control}
            {...input}
            type={type ?? 'text'}
            inputMode={inputMode}
            list={list}
            autoComplete="off"
          />
        ) : (
          <TextArea {...control} {...input} rows={rows} />
        )
      }
    </FormField>
  )
}
