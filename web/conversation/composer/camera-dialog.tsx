import { SwitchCamera } from '../../ui/icons'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Button, IconButton } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { Spinner } from '../../ui/feedback/spinner'
import { useAddFiles } from './use-add-files'

const quality = 0.9

export function CameraDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('ticketDialog').ticketDialog.camera
  const addFiles = useAddFiles()
  const video = useRef<HTMLVideoElement>(null)
  const [facing, setFacing] = useState<'user' | 'environment'>('environment')
  const [photo, setPhoto] = useState<{ file: File; url: string }>()
  const state = useCamera(video, facing, photo === undefined)
  useEffect(() => () => (photo ? URL.revokeObjectURL(photo.url) : undefined), [photo])

  async function take() {
    const file = video.current && (await photoOf(video.current))
    if (file) setPhoto({ file, url: URL.createObjectURL(file) })
  }

  function use() {
    if (photo) addFiles([photo.file])
    onClose()
  }

  return (
    <Dialog
      open
      size="l"
      title={t.title}
      onClose={onClose}
      footer={
        photo ? (
          <>
            <Button onClick={() => setPhoto(undefined)}>{t.again}</Button>
            <Button variant="primary" onClick={use}>
              {t.use}
            </Button>
          </>
        ) : (
          <>
            <IconButton
              icon={SwitchCamera}
              label={t.turn}
              onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}
            />
            <Button variant="primary" disabled={state !== 'running'} onClick={() => take()} data-autofocus>
              {t.take}
            </Button>
          </>
        )
      }
    >
      <div className="camera">
        {photo && <img src={photo.url} alt="" />}
        {!photo && state !== 'refused' && <video ref={video} autoPlay muted playsInline />}
        {state === 'starting' && <Spinner size={24} />}
        {state === 'refused' && <p role="alert">{t.refused}</p>}
      </div>
    </Dialog>
  )
}

function useCamera(video: { current: HTMLVideoElement | null }, facing: 'user' | 'environment', wanted: boolean) {
  const [state, setState] = useState<'starting' | 'running' | 'refused'>('starting')
  useEffect(() => {
    if (!wanted) return
    let left = false
    let stream: MediaStream | undefined
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    setState('starting')
    const constraints = { video: { facingMode: facing, width: { ideal: 1920 } } }
    // Without a secure context, `mediaDevices` is missing.
    Promise.resolve(navigator.mediaDevices?.getUserMedia(constraints) ?? Promise.reject(new Error('No camera'))).then(
      (taken) => {
        stream = taken
        if (left) return stop()
        if (video.current) video.current.srcObject = taken
        setState('running')
      },
      () => !left && setState('refused'),
    )
    return () => {
      left = true
      stop()
    }
  }, [video, facing, wanted])
  return state
}

async function photoOf(video: HTMLVideoElement): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return blob ? new File([blob], `foto-${Date.now()}.jpg`, { type: 'image/jpeg' }) : undefined
}
