import { planFeatures } from './plan-features'
import type { signup as source } from '../pt/signup'

export const signup: typeof source = {
  title: 'Crear cuenta',
  heading: 'Crea la cuenta de tu empresa',
  subtitle: (days) => `Pruébalo durante ${days} días, sin compromiso.`,
  companyName: 'Nombre de la empresa',
  name: 'Tu nombre',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHelp: 'De 5 a 50 caracteres',
  plan: 'Plan',
  perMonth: 'al mes',
  flags: planFeatures,
  send: 'Crear cuenta',
  sending: 'Creando la cuenta…',
  haveAccount: '¿Ya tienes cuenta?',
  signIn: 'Entrar',
  closedTitle: 'El registro está cerrado',
  closedText: 'Por ahora no se abren cuentas aquí. Si tu empresa ya lo usa, entra con tu correo electrónico.',
}
