import { useState } from 'react'
import { flowMediaLimits } from '../../../../src/flow/flow.contract'
import { useApp } from '../../../app/app-context'
import { fieldErrorText, readRefused } from '../../../i18n/error-text'
import { useErrorText, useTexts } from '../../../i18n/i18n'
import { FailureText } from '../../../ui/feedback/feedback'
import { FileButton } from '../../../ui/button/file-button'
import { Upload } from '../../../ui/icons'
import { publicFile } from '../node/node-preview'

export type FlowMediaType = keyof typeof flowMediaLimits

const accepted: Readonly<Record<FlowMediaType, string>> = {
  img: '.png,.jpg,.jpeg',
  audio: '.ogg,.mp3,.opus',
  video: '.mp4',
}
const fileErrors = {
  img: { size: 'flowImageTooLarge', type: 'flowImageType' },
  audio: { size: 'flowAudioTooLarge', type: 'flowAudioType' },
  video: { size: 'flowVideoTooLarge', type: 'flowVideoType' },
} as const

interface MediaFieldProps {
  type: FlowMediaType
  name: string
  original: string
  isElement?: boolean
  onUploaded: (name: string, original: string) => void
}

export function MediaField({ type, name, original, isElement = false, onUploaded }: MediaFieldProps) {
  const texts = useTexts('flowEditor')
  const t = texts.flowEditor.fields
  const { upload, percent, error } = useUpload(type, isElement, onUploaded)
  return (
    <div className="flow-media">
      {name !== '' && <StoredFile type={type} name={name} original={original} />}
      <FileButton
        size="s"
        icon={Upload}
        loading={percent !== undefined}
        accept={accepted[type]}
        data-autofocus={!isElement || undefined}
        onChoose={(file) => void upload(file)}
      >
        {percent !== undefined ? t.uploading(percent) : name === '' ? t.choose : t.change}
      </FileButton>
      <div role="alert">{error && <FailureText>{error}</FailureText>}</div>
    </div>
  )
}

function StoredFile({ type, name, original }: { type: FlowMediaType; name: string; original: string }) {
  const src = publicFile(name)
  if (type === 'img') return <img className="flow-media-image" src={src} alt={original} />
  if (type === 'audio')
    return <audio className="flow-media-audio" src={src} controls preload="none" aria-label={original} />
  return <video className="flow-media-video" src={src} controls preload="metadata" aria-label={original} />
}

function useUpload(type: FlowMediaType, isElement: boolean, onUploaded: MediaFieldProps['onUploaded']) {
  const texts = useTexts()
  const { api } = useApp()
  const errorText = useErrorText()
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<string>()

  async function upload(file: File) {
    const error = fileErrorOf(type, file)
    setError(error && fieldErrorText(texts, error))
    if (error) return
    const form = new FormData()
    form.append('medias', file, file.name)
    form.append('body', file.name)
    setPercent(0)
    const given = { form, onProgress: (part: number) => setPercent(Math.round(part * 100)) }
    try {
      const [name = ''] = isElement
        ? await api.upload('/flowbuilder/content', given)
        : [(await api.upload(type === 'img' ? '/flowbuilder/img' : '/flowbuilder/audio', given)).name]
      onUploaded(name, file.name)
    } catch (cause) {
      setError(refusedFile(cause) ? fieldErrorText(texts, refusedFile(cause) ?? '') : errorText(cause))
    } finally {
      setPercent(undefined)
    }
  }

  return { upload, percent, error }
}

function refusedFile(cause: unknown): string | undefined {
  return readRefused(cause)?.fields['medias']
}

function fileErrorOf(type: FlowMediaType, file: File) {
  const endings = accepted[type].split(',')
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) return fileErrors[type].type
  return file.size > flowMediaLimits[type].bytesMax ? fileErrors[type].size : undefined
}
