import { readFileSync } from 'node:fs'
import { passphraseLengthMin } from '../kernel/config/passphrase'
import { CommandRefused } from './command'

const variable = 'RECADO_PASSPHRASE'

/** From the file, the environment, or the terminal, where a new one is typed twice. @throws CommandRefused */
export async function readPassphrase(file: string | undefined, { isNew }: { isNew: boolean }): Promise<string> {
  const passphrase = file === undefined ? (process.env[variable] ?? (await ask(isNew))) : readFrom(file)
  if (passphrase.length < passphraseLengthMin)
    throw new CommandRefused(`A passphrase has ${passphraseLengthMin} characters or more.`)
  return passphrase
}

function readFrom(file: string) {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new CommandRefused(`--passphrase-file: ${file} cannot be read.`)
  }
}

async function ask(isNew: boolean) {
  if (!process.stdin.isTTY)
    throw new CommandRefused(`The file is sealed by a passphrase: give it by --passphrase-file or ${variable}.`)
  const passphrase = await askHidden(isNew ? 'A passphrase for the file: ' : 'The passphrase of the file: ')
  if (isNew && (await askHidden('Once more: ')) !== passphrase) throw new CommandRefused('These are two passphrases.')
  return passphrase
}

const [enter, interrupt, backspace] = ['\r', '\u0003', '\u007f']

/** Nothing that is typed is shown. */
function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process
  // Before the question: whoever sees it may type.
  stdin.setRawMode(true).resume().setEncoding('utf8')
  stderr.write(question)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  const end = () => {
    stdin.off('data', take).setRawMode(false).pause()
    stderr.write('\n')
  }
  function take(typed: string) {
    for (const character of typed) {
      if (character === enter || character === '\n') {
        end()
        return resolve(text)
      }
      if (character === interrupt) {
        end()
        return reject(new CommandRefused('Nothing was done.'))
      }
      text = character === backspace ? [...text].slice(0, -1).join('') : text + character
    }
  }
  stdin.on('data', take)
  return promise
}
