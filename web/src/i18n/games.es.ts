// Lo que esta página sabe decir de algunos juegos mejor que el motor, en frases. Un juego que no está aquí se
// cuenta con las palabras del motor (games.ts).

import { asSubject, to } from './play.es';

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Lo que se espera de quien mueve: poner, elegir una pieza, una cosa o la otra, y lo que sigue. */
export type Stage = 'put' | 'pick' | 'either' | 'target' | 'group' | 'recover' | 'recoverMore';

export interface OptionText {
  title: string;
  usual?: string; // cuando lo habitual depende de otra opción
  values: Record<string, string>;
}

export interface GameText {
  name?: string; // si no se llama como dice el motor
  about: string;
  /** Lo que hay que saber en una primera partida: una frase por turno, y la última se queda. */
  firstSteps: string[];
  players?: string; // si no son siempre los mismos
  minutes: string;
  prompts: Partial<Record<Stage, string>>;
  refused: string; // al tocar donde no se puede
  refusedPick?: string; // cuando lo que toca es elegir una pieza propia, si se dice de otro modo
  holds: (n: number) => string; // lo que cada cual tiene
  /** Por qué acabó la partida; `who` es quien ganó o, si alguien la dejó, quien la dejó; `isYou`, si es quien lee. */
  reasons: Record<string, (who: string, isYou: boolean) => string>;
  options: Record<string, OptionText>;
}

export const gamesEs = {
  oware: {
    about: 'Siembra, cuenta y captura más de la mitad de las semillas.',
    firstSteps: [
      'Toca un hoyo tuyo: sus semillas se siembran una a una. Ganas si capturas 25.',
      'Capturas si tu última semilla deja 2 o 3 en un hoyo del rival.',
      'Y con ellas, los hoyos del rival justo anteriores que tengan 2 o 3.',
      'Capturas los 2 o 3 que deja tu última semilla, y los justo anteriores.',
    ],
    minutes: '10–20 min',
    prompts: { pick: 'Elige uno de tus hoyos.' },
    refused: 'De ese hoyo no puedes sembrar ahora. Elige uno tuyo, con semillas, de los señalados.',
    holds: (n) => plural(n, 'semilla', 'semillas'),
    reasons: {
      majority: (who, isYou) =>
        isYou ? 'Tienes más de la mitad de las semillas.' : `${asSubject(who)} tiene más de la mitad de las semillas.`,
      'no-move': () => 'A quien le toca no le queda ninguna jugada: cada cual se queda con las semillas de su lado.',
      'no-feeding': () => 'No hay jugada que dé semillas al rival: cada cual se queda con las de su lado.',
      'only-slams': () => 'Solo quedaban jugadas que lo capturan todo, y no están permitidas.',
      'forced-slam': () => 'Solo quedaba una jugada que lo captura todo; cada cual se queda con lo de su lado.',
      'no-capture': () => 'Ya no se puede capturar nada más: cada cual se queda con las semillas de su lado.',
    },
    options: {
      slam: {
        title: 'Una jugada que capturaría todas las semillas del rival…',
        values: {
          keep: 'está prohibida; si no hay otra, acaba la partida y cada cual se queda con las suyas',
          forfeit: 'está prohibida; si no hay otra, acaba la partida y todas son para el rival',
          nocapture: 'se puede hacer, pero no captura nada (regla de torneo)',
          awari:
            'está prohibida, como cualquiera que deje al rival sin semillas; si no queda más remedio, captura y acaba la partida',
        },
      },
      cycle: {
        title: 'Si la posición se repite, o ambas partes acuerdan terminar, las semillas del tablero…',
        values: { own: 'son de quien las tiene en su lado', split: 'se reparten a medias' },
      },
    },
  },
  pylos: {
    about: 'Una pirámide entre dos: gana quien pone la última bola.',
    firstSteps: [
      'Pon una bola en un hueco. Gana quien pone la última, en la cima.',
      'Con cuatro bolas tuyas en cuadrado recuperas una o dos.',
      'Sobre cuatro bolas cabe otra: puedes subir ahí una tuya que esté libre.',
      'Ahorra bolas subiendo y recuperando: quien se queda sin ellas, pierde.',
    ],
    minutes: '5–20 min',
    prompts: {
      put: 'Pon una bola.',
      pick: 'Elige una bola tuya para subirla.',
      either: 'Pon una bola, o elige una tuya para subirla.',
      target: 'Elige adónde sube.',
      recover: 'Recupera una bola.',
      recoverMore: 'Puedes recuperar otra, o terminar.',
    },
    refused:
      'Ahí no se puede jugar ahora: pon una bola en un hueco libre o sobre cuatro bolas, o sube una tuya que esté libre.',
    holds: (n) => `${plural(n, 'bola', 'bolas')} en reserva`,
    reasons: {
      summit: (who, isYou) => `${isYou ? 'Has' : `${asSubject(who)} ha`} puesto la bola de la cima.`,
      reserve: (who, isYou) => `Solo ${isYou ? 'a ti te' : `${to(who)} le`} quedaban bolas en la reserva.`,
    },
    options: {
      variant: {
        title: 'Se recuperan bolas…',
        values: {
          standard: 'al cerrar un cuadrado de tu color',
          child: 'nunca: para empezar, o para jugar con niños',
          expert: 'al cerrar un cuadrado o una línea de tu color: para expertos',
        },
      },
      second: {
        title: 'La segunda bola que se recupera…',
        values: {
          any: 'puede ser una que la primera deja libre',
          free: 'tenía que estar libre desde el principio',
        },
      },
      recovery: {
        title: 'Tras cerrar un cuadrado…',
        values: { must: 'hay que recuperar una o dos bolas', may: 'se puede no recuperar ninguna' },
      },
      reserve: {
        title: 'Quien se queda sin bolas en la reserva…',
        values: { lose: 'pierde al llegarle el turno', raise: 'sigue mientras pueda subir alguna' },
      },
      base: {
        title: 'La base de la pirámide es…',
        values: {
          '4': 'de 4 × 4, con quince bolas cada uno',
          '3': 'de 3 × 3, con siete bolas cada uno: más corta',
        },
      },
    },
  },
  six: {
    about: 'Forma una fila, un triángulo o un círculo con seis hexágonos.',
    firstSteps: [
      'Pon piezas unas junto a otras. Ganas con seis tuyas en fila, triángulo o círculo.',
      'Triángulo: tres, dos y una. Círculo: seis alrededor de una casilla cualquiera.',
    ],
    minutes: '5–15 min',
    prompts: {
      put: 'Pon una pieza junto a otra.',
      pick: 'Elige una pieza tuya y levántala.',
      target: 'Elige dónde dejarla.',
      group: 'Elige el grupo que se queda.',
    },
    refused: 'Ahí no: toca una casilla de las señaladas, junto a otra pieza.',
    refusedPick: 'Ahora se mueve una pieza tuya: toca una de las señaladas.',
    holds: (n) => `${plural(n, 'pieza', 'piezas')} en mano`,
    reasons: {
      row: (who, isYou) => `${isYou ? 'Has' : `${asSubject(who)} ha`} formado una fila de seis.`,
      triangle: (who, isYou) => `${isYou ? 'Has' : `${asSubject(who)} ha`} formado un triángulo.`,
      circle: (who, isYou) => `${isYou ? 'Has' : `${asSubject(who)} ha`} formado un círculo.`,
      'too-few-tiles': () => 'Con menos de seis piezas ya no se puede formar ninguna figura.',
    },
    options: {
      first: { title: 'La primera partida la abre…', values: { r: 'el rojo', b: 'el negro' } },
      opening: {
        title: 'Tu primera pieza puede ir…',
        values: { free: 'junto a cualquier otra', apart: 'en cualquier sitio que no toque tu pieza inicial' },
      },
    },
  },
  dados: {
    about: 'Tira, ocupa la casilla que toca y alinea tus fichas.',
    firstSteps: [
      'Tira y pon una ficha en ese número. Ganas con seis tuyas en línea.',
      'La línea va de lado a lado: una fila, una columna o una diagonal.',
      'Con un 10 quitas una ficha contraria; un 11 va a cualquier casilla libre.',
      'Si tu número está lleno, tu ficha ocupa el lugar de una contraria.',
    ],
    players: '2, 3 o 4 jugadores',
    minutes: '10–20 min',
    prompts: {},
    refused: 'Esa casilla no corresponde a la tirada. Prueba con una de las iluminadas.',
    holds: (n) => `${plural(n, 'ficha', 'fichas')} por poner`,
    reasons: {
      line: (who, isYou) => (isYou ? 'Has completado tu línea.' : `${asSubject(who)} ha completado su línea.`),
    },
    options: {
      players: {
        title: 'Juegan…',
        values: {
          '2': 'dos, uno contra otro',
          '3': 'tres, cada cual por su cuenta',
          '4': 'cuatro, por parejas',
        },
      },
      line: {
        title: 'Gana quien alinea…',
        usual: 'lo habitual: seis fichas entre dos bandos, cinco entre tres',
        values: { '5': 'cinco fichas', '6': 'seis fichas' },
      },
    },
  },
} satisfies Record<string, GameText>;

export type GameTexts = Record<keyof typeof gamesEs, GameText>;
