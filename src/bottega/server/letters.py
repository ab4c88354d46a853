"""What notifications say, in the languages of the page: names of people and games, nothing of what is on the table."""

from __future__ import annotations

import msgspec

from bottega.table.notifications import Cause, Notification
from bottega.table.ways import Language

GAMES: dict[Language, dict[str, str]] = {
    "en": {"splendor": "Splendor", "sagrada": "Sagrada", "renaissance": "Masters of Renaissance"},
    "pl": {"splendor": "Splendor", "sagrada": "Sagrada", "renaissance": "Mistrzowie Renesansu"},
    "it": {"splendor": "Splendor", "sagrada": "Sagrada", "renaissance": "Maestri del Rinascimento"},
}

TITLES: dict[Language, dict[Cause, str]] = {
    "en": {
        Cause.MOVE: "Your move: {game}",
        Cause.STARTED: "The game has started: {game}",
        Cause.ASKED: "You are asked for your consent: {game}",
        Cause.OVER: "The game is over: {game}",
    },
    "pl": {
        Cause.MOVE: "Twój ruch: {game}",
        Cause.STARTED: "Gra się zaczęła: {game}",
        Cause.ASKED: "Ktoś prosi o twoją zgodę: {game}",
        Cause.OVER: "Koniec gry: {game}",
    },
    "it": {
        Cause.MOVE: "Tocca a te: {game}",
        Cause.STARTED: "La partita è cominciata: {game}",
        Cause.ASKED: "Qualcuno chiede il tuo consenso: {game}",
        Cause.OVER: "La partita è finita: {game}",
    },
}

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "others": "At the table: {others}",
        "stop": "No more of these",
        "stop.ask": "Send {name} no more notifications here?",
        "stop.done": "Nothing more will be sent here. You can turn it on again in the settings.",
        "stop.none": "This link is not good any more: nothing is sent here.",
        "code": "Your code: {code}",
        "code.about": (
            "Somebody (you, we hope) wants to be told by mail when it is their move at this house of Bottega. Type "
            "this code in the settings there and it will be so:\n\n{code}\n\nIf it was not you, do nothing: nothing "
            "more will be sent to you."
        ),
    },
    "pl": {
        "others": "Przy stole: {others}",
        "stop": "Nie wysyłaj więcej",
        "stop.ask": "Nie wysyłać tu więcej powiadomień dla {name}?",
        "stop.done": "Nic więcej nie będzie tu wysyłane. Można to znów włączyć w ustawieniach.",
        "stop.none": "Ten odnośnik już nie działa: nic nie jest tu wysyłane.",
        "code": "Twój kod: {code}",
        "code.about": (
            "Ktoś (mamy nadzieję, że ty) chce dostawać pocztą wiadomość, gdy przychodzi jego ruch w tym domu gry "
            "Bottega. Wpisz tam w ustawieniach ten kod, a tak będzie:\n\n{code}\n\nJeśli to nie ty, nie rób nic: nic "
            "więcej nie przyjdzie."
        ),
    },
    "it": {
        "others": "Al tavolo: {others}",
        "stop": "Non mandarmene più",
        "stop.ask": "Non mandare più qui notifiche per {name}?",
        "stop.done": "Qui non sarà mandato più niente. Si può riattivare nelle impostazioni.",
        "stop.none": "Questo collegamento non vale più: qui non viene mandato niente.",
        "code": "Il tuo codice: {code}",
        "code.about": (
            "Qualcuno (tu, speriamo) vuole sapere per posta quando tocca a lui in questa casa di Bottega. Scrivi "
            "questo codice nelle impostazioni e sarà così:\n\n{code}\n\nSe non sei stato tu, non fare niente: non ti "
            "sarà mandato altro."
        ),
    },
}


class Letter(msgspec.Struct, frozen=True):
    """What one notification says to its reader."""

    title: str
    text: str
    link: str
    """To the table."""


def letter_of(notification: Notification, language: Language, site: str) -> Letter:
    """The notification in a language."""
    others = ", ".join(notification.others)
    return Letter(
        TITLES[language][notification.cause].format(game=GAMES[language][notification.game]),
        TEXTS[language]["others"].format(others=others) if others else "",
        f"{site}/table/{notification.table}",
    )
