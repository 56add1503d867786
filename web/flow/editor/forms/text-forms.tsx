import * as v from 'valibot'
import { flowLimits } from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { FormField } from '../../../ui/form/form-field'
import { NumberField } from '../../../ui/form/number-field'
import { Slider } from '../../../ui/field/slider'
import { TextArea } from '../../../ui/field/text-area'
import { numberOf } from '../drawing/drawing'
import { textOf } from '../../../../src/kernel/untyped-json.contract'
import { NodeFormDialog, type NodeFormProps } from './node-form'
import { useSignals } from '@preact/signals-react/runtime'
import { listedNames } from '../../../../src/flow/flow-variables.contract'
import { VariableList } from '../../../message/variable-list'
import { useFlowEditor } from '../editor-context'

/** @param empty the error of an empty text */
export const filledText = (empty: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text.trim() !== '', empty),
    v.maxLength(flowLimits.text, 'tooLong'),
  )

export function MessageForm(props: NodeFormProps) {
  const t = useTexts('flowEditor').flowEditor
  return (
    <NodeFormDialog
      {...props}
      kind="message"
      schema={v.object({ label: filledText('flowText') })}
      initial={{ label: textOf(props.data?.['label']) }}
      toChange={(data) => ({ data })}
    >
      {(form) => (
        <>
          <FormField form={form} name="label" label={t.fields.text} required>
            {(field) => <TextArea {...field} rows={5} rowsMax={18} />}
          </FormField>
          <FlowVariables />
        </>
      )}
    </NodeFormDialog>
  )
}

/** Seconds of a pause. @param missing the error of an empty field */
const pauseSeconds = (missing: string, tooLong: string) =>
  v.pipe(
    v.nullable(v.number(missing)),
    v.check((seconds) => seconds !== null && seconds >= 1, missing),
    v.check((seconds) => Number.isInteger(seconds), 'integer'),
    v.check((seconds) => (seconds ?? 0) <= flowLimits.seconds, tooLong),
    v.transform((seconds) => seconds ?? 0),
  )

export function IntervalForm(props: NodeFormProps) {
  const t = useTexts('flowEditor').flowEditor
  const seconds = numberOf(props.data?.['sec'], 0)
  return (
    <NodeFormDialog
      {...props}
      kind="interval"
      schema={v.object({ sec: pauseSeconds('flowInterval', 'flowIntervalMax') })}
      initial={{ sec: seconds || null }}
      toChange={(data) => ({ data })}
    >
      {(form) => (
        <NumberField
          form={form}
          name="sec"
          label={t.fields.seconds}
          help={t.fields.secondsHelp}
          required
          unit={t.fields.secondsUnit}
          example={5}
        />
      )}
    </NodeFormDialog>
  )
}

const percentStep = 10

export function RandomizerForm(props: NodeFormProps) {
  const t = useTexts('flowEditor').flowEditor
  return (
    <NodeFormDialog
      {...props}
      kind="randomizer"
      schema={v.object({ percent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)) })}
      initial={{ percent: numberOf(props.data?.['percent'], 50) }}
      toChange={(data) => ({ data })}
    >
      {(form) => (
        <FormField form={form} name="percent" label={t.fields.percent}>
          {({ value, onValueChange, onBlur }) => (
            <div className="stack gap-1">
              <Slider
                step={percentStep}
                value={value}
                onValueChange={onValueChange}
                onBlur={onBlur}
                valueText={t.fields.percentOf(value)}
              />
              <p className="flow-percent-text">
                <span>
                  A <strong className="tabular">{value}%</strong>
                </span>
                <span>
                  <strong className="tabular">{100 - value}%</strong> B
                </span>
              </p>
              <p className="subtle">{t.fields.percentOf(value)}</p>
            </div>
          )}
        </FormField>
      )}
    </NodeFormDialog>
  )
}

/** Returns the variables that store answers of this flow, and the facts of the contact and the conversation. */
export function useFlowVariables(): string[] {
  useSignals()
  return listedNames(useFlowEditor().model.content.value.nodes)
}

export function FlowVariables() {
  const t = useTexts('flowEditor').flowEditor
  return <VariableList label={t.fields.textHelp} names={useFlowVariables()} />
}
