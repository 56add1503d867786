import * as v from 'valibot'
import { useTexts } from '../../../i18n/i18n'
import { FormField } from '../../../ui/form/form-field'
import { Switch } from '../../../ui/field/switch'
import { textOf } from '../../../../src/kernel/untyped-json.contract'
import { MediaField, type FlowMediaType } from './media-field'
import { NodeFormDialog, type NodeFormProps } from './node-form'

export const ImageForm = (props: NodeFormProps) => <MediaForm {...props} kind="img" />
export const AudioForm = (props: NodeFormProps) => <MediaForm {...props} kind="audio" />
export const VideoForm = (props: NodeFormProps) => <MediaForm {...props} kind="video" />

/** The file of an image, audio or video node. */
function MediaForm({ kind, ...props }: NodeFormProps & { kind: FlowMediaType }) {
  const t = useTexts('flowEditor').flowEditor
  const texts = {
    img: { label: t.fields.image, help: t.fields.imageHelp },
    audio: { label: t.fields.audio, help: t.fields.audioHelp },
    video: { label: t.fields.video, help: t.fields.videoHelp },
  }[kind]
  return (
    <NodeFormDialog
      {...props}
      kind={kind}
      schema={v.object({
        url: v.pipe(v.string(), v.minLength(1, 'flowMediaRequired')),
        record: v.boolean(),
      })}
      initial={{ url: textOf(props.data?.['url']), record: props.data?.['record'] === true }}
      toChange={({ url, record }) => ({ data: kind === 'audio' ? { url, record } : { url } })}
    >
      {(form) => (
        <>
          <FormField form={form} name="url" label={texts.label} help={texts.help} group required>
            {({ value, onValueChange }) => (
              <MediaField type={kind} name={value} original="" onUploaded={(name) => onValueChange(name)} />
            )}
          </FormField>
          {kind === 'audio' && (
            <FormField form={form} name="record" label={t.fields.record} layout="inline">
              {({ value, onValueChange, onBlur }) => (
                <Switch checked={value} onCheckedChange={onValueChange} onBlur={onBlur} />
              )}
            </FormField>
          )}
        </>
      )}
    </NodeFormDialog>
  )
}
