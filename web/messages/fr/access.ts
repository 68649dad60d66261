import type * as english from '../access.ts'
import { plural } from '../plural.ts'

export const accessTexts: typeof english.accessTexts = {
  intro:
    'Tous les membres actifs, leurs moyens de connexion et leurs jetons valides. Le fichier CSV détaille chaque jeton.',
  lastSigned: (name) => `Dernière signature par ${name}`,
  never: 'Pas encore signée.',
  sign: 'Signer la revue',
  signTitle: 'Signer la revue des accès',
  signHint:
    'Le journal d’audit enregistre que vous avez vérifié cette liste. La signature est refusée si les accès ont changé depuis l’ouverture.',
  note: 'Remarque',
  serviceAccount: 'compte de service',
  noSecondFactor: 'sans second facteur',
  ways: { password: 'mot de passe', passkey: 'clé d’accès', identity_provider: 'fournisseur d’identité' },
  tokens: (n) => plural(n, { one: '# jeton', other: '# jetons' }),
  lastActive: 'actif',
}
